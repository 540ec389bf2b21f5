import {
  type Action,
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
}

/** The kinds of notifications whose subjects are open to the caller. */
export const openKinds = async (ctx: RequestContext): Promise<ReadonlySet<NotificationKind>> => {
  const may = new Map<Action | null, boolean>([[null, true]])
  for (const action of new Set(Object.values(needed))) {
    if (action === null) continue
    const isAllowed = isPayloadAction(action)
      ? (await ctx.visibility(action, payloadTypes)).length > 0
      : ctx.access.can(action)
    may.set(action, isAllowed)
  }
  const isOpen = (action: Action | null): boolean => action === null || (may.get(action) ?? false)
  return new Set(notificationKinds.filter((kind) => isOpen(needed[kind])))
}
