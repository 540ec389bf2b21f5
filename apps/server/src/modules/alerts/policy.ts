/**
 * Who may do what with alerts. Within an account: whoever has `alerts:read` or `alerts:write` in the alert's group (without a group,
 * for the whole account) and, for its scope, the alert permission of a role. The provider's staff: whoever has `internal:alerts` and
 * the alert permission, for the alerts that the product shows to the provider.
 */
import type { Alert, AlertScope, AlertTarget } from '@holdfast/contract'
import { sql } from 'kysely'
import { visitorReference } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { type Condition, isAnyOf, isAnyOfOrNull } from '../../platform/database/index.ts'

type Concerned = Pick<Alert, 'alert_scope' | 'group' | 'alert_state'> & { alert_targets: readonly AlertTarget[] }

export interface AlertReader {
  /** As records name the caller. */
  reference: string
  /** The scopes of which the caller sees alerts; none without an alert permission. */
  scopes: readonly AlertScope[]
  /** Restricts alerts to those that the caller may see. */
  conditions: readonly Condition[]
  maySee(alert: Concerned): boolean
  mayChange(alert: Omit<Concerned, 'alert_state'>): boolean
  mayOf(alert: Concerned): Alert['may']
}

/** The rights of a caller in the account of the call. */
export const readerOf = async (ctx: RequestContext): Promise<AlertReader> => {
  const scopes = scopesOf(ctx)
  const groups = await ctx.groups()
  const visible = await ctx.groupsFor('alerts:read')
  const seesAccount = ctx.access.can('alerts:read')
  const may = (action: 'alerts:read' | 'alerts:write', reference: string | null) => {
    const group = reference === null ? undefined : groups.get(reference)
    return reference !== null && !group ? false : ctx.access.can(action, group ? { group } : {})
  }
  return reader({
    reference: ctx.actor.reference,
    target: 'client',
    scopes,
    ofGroups: seesAccount ? isAnyOfOrNull('group', visible) : isAnyOf('group', visible),
    mayRead: (group) => may('alerts:read', group),
    mayWrite: (group) => may('alerts:write', group),
  })
}

/** The rights of the provider's staff. Call it before `enterCustomer`, after which the caller has no rights of their own. */
export const staffReaderOf = (ctx: RequestContext): AlertReader =>
  reader({
    reference: visitorReference(ctx.user.user_reference),
    target: 'admin',
    scopes: scopesOf(ctx),
    ofGroups: undefined,
    mayRead: () => true,
    mayWrite: () => true,
  })

interface Rights {
  reference: string
  target: AlertTarget
  scopes: Record<'read' | 'write', readonly AlertScope[]>
  ofGroups: Condition
  mayRead: (group: string | null) => boolean
  mayWrite: (group: string | null) => boolean
}

const reader = ({ reference, target, scopes, ofGroups, mayRead, mayWrite }: Rights): AlertReader => {
  const isShown = ({ alert_targets }: Pick<Concerned, 'alert_targets'>) => alert_targets.includes(target)
  const maySee: AlertReader['maySee'] = (alert) =>
    isShown(alert) && scopes.read.includes(alert.alert_scope) && mayRead(alert.group)
  const mayChange: AlertReader['mayChange'] = (alert) =>
    isShown(alert) && scopes.write.includes(alert.alert_scope) && mayWrite(alert.group)
  return {
    reference,
    scopes: scopes.read,
    conditions: [isShownTo(target), isAnyOf('alert_scope', scopes.read), ofGroups],
    maySee,
    mayChange,
    mayOf: (alert) => {
      if (!mayChange(alert)) return ['dismiss']
      return alert.alert_state === 'Triggered' ? ['clear', 'acknowledge', 'silence', 'dismiss'] : ['reopen', 'dismiss']
    },
  }
}

const isShownTo = (target: AlertTarget): Condition => sql<boolean>`alert_targets @> ${[target]}::text[]`

const scopesOf = ({ access }: RequestContext) => ({
  read: access.alertScopes('read'),
  write: access.alertScopes('write'),
})
