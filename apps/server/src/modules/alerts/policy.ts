/**
 * Who may do what with alerts. Within an account: whoever has `alerts:read` or `alerts:write` in the alert's group (without a group,
 * for the whole account) and, for its scope, the alert permission of a role. The provider's staff: whoever has `internal:alerts` and
 * the alert permission, for the alerts that the product shows to the provider.
 */
import type { Access } from '@holdfast/access'
import { type Alert, type AlertScope, type AlertTarget, alertScopes } from '@holdfast/contract'
import { sql } from 'kysely'
import { visitorReference } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { allOf, type Condition, isAnyOf, isAnyOfOrNull, isEqual } from '../../platform/database/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'

type Placed = Pick<Alert, 'alert_scope' | 'group'>
type Concerned = Placed & Pick<Alert, 'alert_state' | 'silenced_until'> & { alert_targets: readonly AlertTarget[] }

export interface AlertReader {
  /** As records name the caller. */
  reference: string
  /** The scopes of which the caller sees alerts; none without an alert permission. */
  scopes: readonly AlertScope[]
  /** Restricts alerts to those that the caller may see. */
  conditions: readonly Condition[]
  maySee(alert: Concerned): boolean
  mayChange(alert: Omit<Concerned, 'alert_state' | 'silenced_until'>): boolean
  mayOf(alert: Concerned): Alert['may']
}

/**
 * The rights of a caller in the account of the call. Action and alert permission have to be of the same role: two narrow roles give no
 * more than each of them.
 */
export const readerOf = async (ctx: RequestContext): Promise<AlertReader> => {
  const groups = await ctx.groups()
  const may = (action: 'alerts:read' | 'alerts:write', scope: AlertScope, reference: string | null) => {
    const group = reference === null ? undefined : groups.get(reference)
    if (reference !== null && !group) return false
    return accessTo(ctx, action, scope).can(action, group ? { group } : {})
  }
  const visible = await Promise.all(
    alertScopes.map(async (scope) => {
      const access = accessTo(ctx, 'alerts:read', scope)
      const visibleGroups = await runSteps(access.groupsForInSteps('alerts:read', groups.all))
      const inGroups = access.can('alerts:read')
        ? isAnyOfOrNull('group', visibleGroups)
        : isAnyOf('group', visibleGroups)
      return allOf([isEqual('alert_scope', scope), inGroups])
    }),
  )
  return reader({
    reference: ctx.actor.reference,
    target: 'client',
    scopes: alertScopes.filter((scope) => accessTo(ctx, 'alerts:read', scope).mayAtAll('alerts:read')),
    visible: sql<boolean>`(${sql.join(visible, sql` or `)})`,
    mayRead: ({ alert_scope, group }) => may('alerts:read', alert_scope, group),
    mayWrite: ({ alert_scope, group }) => may('alerts:write', alert_scope, group),
  })
}

const accessTo = ({ access }: RequestContext, action: 'alerts:read' | 'alerts:write', scope: AlertScope): Access =>
  access.withAlertPermission(`${scope}_${action === 'alerts:read' ? 'read' : 'write'}`)

/** The rights of the provider's staff. Call it before `enterCustomer`, after which the caller has no rights of their own. */
export const staffReaderOf = ({ access, user }: RequestContext): AlertReader => {
  const may = (scope: AlertScope, to: 'read' | 'write') =>
    access.withAlertPermission(`${scope}_${to}`).can('internal:alerts')
  const scopes = alertScopes.filter((scope) => may(scope, 'read'))
  return reader({
    reference: visitorReference(user.user_reference),
    target: 'admin',
    scopes,
    visible: isAnyOf('alert_scope', scopes),
    mayRead: ({ alert_scope }) => may(alert_scope, 'read'),
    mayWrite: ({ alert_scope }) => may(alert_scope, 'write'),
  })
}

interface Rights {
  reference: string
  target: AlertTarget
  scopes: readonly AlertScope[]
  visible: Condition
  mayRead: (alert: Placed) => boolean
  mayWrite: (alert: Placed) => boolean
}

const reader = ({ reference, target, scopes, visible, mayRead, mayWrite }: Rights): AlertReader => {
  const isShown = ({ alert_targets }: Pick<Concerned, 'alert_targets'>) => alert_targets.includes(target)
  const mayChange: AlertReader['mayChange'] = (alert) => isShown(alert) && mayWrite(alert)
  return {
    reference,
    scopes,
    conditions: [isShownTo(target), visible],
    maySee: (alert) => isShown(alert) && mayRead(alert),
    mayChange,
    mayOf: (alert) => {
      if (!mayChange(alert)) return ['dismiss']
      const unsilence = isSilencedAt(alert, new Date()) ? (['unsilence'] as const) : []
      if (alert.alert_state === 'Cleared') return ['reopen', ...unsilence, 'dismiss']
      return ['clear', 'acknowledge', 'silence', ...unsilence, 'dismiss']
    },
  }
}

/** Whether people are not told of this alert and of further ones about the same. That of a cleared alert goes on, too. */
export const isSilencedAt = ({ silenced_until }: Pick<Alert, 'silenced_until'>, now: Date): boolean =>
  silenced_until !== null && Date.parse(silenced_until) > now.getTime()

/** Whether the product shows an alert to customers or to the provider. */
export const isShownTo = (target: AlertTarget): Condition => sql<boolean>`alert_targets @> ${[target]}::text[]`
