import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { endSessions } from '../../core/identity/index.ts'
import { removeAssignmentsOf } from './assignment-row.ts'
import { lockPortalUser, serialisePortalUserChanges, setActive } from './portal-user-row.ts'

/**
 * `DELETE /portal_users/{user_reference}`: the person's record is kept, but they cannot sign in until somebody restores them,
 * whatever their identity says. People cannot remove themselves, so that somebody who can remove people always remains.
 */
export const removePortalUser = (
  ctx: RequestContext,
  { params: { user_reference } }: CallInput<typeof calls.removePortalUser>,
): Promise<undefined> => {
  const caller = ctx.user.user_reference
  if (user_reference === caller) throw new ProductError('portal_user.is_oneself')
  return ctx.transaction(async (tx) => {
    await serialisePortalUserChanges(tx, caller)
    const { is_active } = await lockPortalUser(tx, user_reference)
    await setActive(tx, user_reference, { is_active: false, updated_by: caller })
    await endSessions(tx, user_reference, caller)
    const roles = await removeAssignmentsOf(tx, user_reference)
    tx.audit('portal_user.removed', {
      user_reference,
      before: { is_active },
      after: { is_active: false },
      ...(roles.length > 0 && { roles }),
    })
    return undefined
  })
}
