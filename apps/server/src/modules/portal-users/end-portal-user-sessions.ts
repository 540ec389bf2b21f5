import type { CallInput, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { endSessions } from '../../core/identity/index.ts'
import { lockPortalUser, serialisePortalUserChanges } from './portal-user-row.ts'

/**
 * `DELETE /portal_users/{user_reference}/sessions`: signs the person out everywhere, also on lost devices. Callers
 * can do this to themselves, too.
 */
export const endPortalUserSessions = (
  ctx: RequestContext,
  { params: { user_reference } }: CallInput<typeof calls.endPortalUserSessions>,
): Promise<undefined> => {
  const caller = ctx.user.user_reference
  return ctx.transaction(async (tx) => {
    await serialisePortalUserChanges(tx, caller)
    await lockPortalUser(tx, user_reference)
    await endSessions(tx, user_reference, caller)
    tx.audit('portal_user.sessions_ended', { user_reference })
    return undefined
  })
}
