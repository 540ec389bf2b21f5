import {
  type Action,
  type AlertScope,
  alertScopes,
  isPayloadAction,
  type NotificationKind,
  notificationKinds,
  payloadTypes,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'

/**
 * The action that a person needs to see what a notification is about. `null` for what concerns anybody: reviews of access that they own,
 * roles that they are given, and what became of their requests and of changes that they handed over.
 */
const needed: Record<NotificationKind, Action | null> = {
  mentioned: 'comments:read',
  reviews_assigned: 'reviews:write',
  reviews_escalated: 'reviews:write',
  reviews_due_soon: 'reviews:write',
  reviews_overdue: 'reviews:write',
  queue_overdue: 'reviews:manage',
  queue_not_drawn: 'reviews:manage',
  support_requested: 'support_access:decide',
  access_review_drawn: null,
  access_review_overdue: null,
  access_removal_needed: 'account:write',
  role_draft_handed_over: 'roles:read',
  role_draft_approved: null,
  role_draft_rejected: null,
  access_requested: 'roles:write',
  access_approved: null,
  access_rejected: null,
  access_expired: null,
  role_given: null,
  role_end_changed: 'roles:read',
  matter_owned: 'matters:read',
  matter_joined: 'matters:read',
  report_stopped: 'reports:write',
  alert_ops_high: 'alerts:read',
  alert_ops_other: 'alerts:read',
  alert_sec_high: 'alerts:read',
  alert_sec_other: 'alerts:read',
}

/** The kinds of notifications whose subjects are open to the caller. */
export const openKinds = async (ctx: RequestContext): Promise<ReadonlySet<NotificationKind>> => {
  const may = new Map<Action | null, boolean>([[null, true]])
  for (const action of new Set(Object.values(needed))) {
    if (action === null) continue
    may.set(action, await isAllowed(ctx, action))
  }
  const isOpen = (kind: NotificationKind): boolean => {
    const scope = scopeOf(kind)
    if (scope && !ctx.access.hasAlertPermission(`${scope}_read`)) return false
    return may.get(needed[kind]) ?? false
  }
  return new Set(notificationKinds.filter(isOpen))
}

const isAllowed = async (ctx: RequestContext, action: Action): Promise<boolean> => {
  if (isPayloadAction(action)) return (await ctx.visibility(action, payloadTypes)).length > 0
  if (action === 'alerts:read') return mayReadAlerts(ctx)
  // People who change reports for some groups alone have reports as well.
  return action === 'reports:write' ? ctx.access.mayAtAll(action) : ctx.access.can(action)
}

/** Alerts belong to groups, or to the whole account; the provider's staff read those of all accounts. */
const mayReadAlerts = ({ access }: RequestContext): boolean =>
  access.mayAtAll('alerts:read') || access.can('internal:alerts')

const scopeOf = (kind: NotificationKind): AlertScope | undefined =>
  alertScopes.find((scope) => kind.startsWith(`alert_${scope}_`))
