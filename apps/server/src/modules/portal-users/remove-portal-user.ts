import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { endSessions } from '../../core/identity/index.ts'
import { removeAssignmentsOf } from './assignment-row.ts'
import { lockPortalUser, serialisePortalUserChanges, setActive } from './portal-user-row.ts'

/**
 * Removes somebody: their record is kept, but they cannot sign in until somebody restores them, whatever their identity
 * says.
 * @throws ProductError `request.not_found`
 */
export const removePerson = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  user_reference: string,
): Promise<void> => {
  const caller = ctx.user.user_reference
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
}
