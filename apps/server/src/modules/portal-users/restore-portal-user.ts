import type { CallInput, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { lockPortalUser, serialisePortalUserChanges, setActive } from './portal-user-row.ts'

/**
 * `POST /portal_users/{user_reference}/restore`: reverts a removal. The person signs in again with the roles that
 * their identity gives them; this call grants nothing.
 */
export const restorePortalUser = (
  ctx: RequestContext,
  { params: { user_reference } }: CallInput<typeof calls.restorePortalUser>,
): Promise<undefined> => {
  const caller = ctx.user.user_reference
  return ctx.transaction(async (tx) => {
    await serialisePortalUserChanges(tx, caller)
    const { is_active } = await lockPortalUser(tx, user_reference)
    await setActive(tx, user_reference, { is_active: true, updated_by: caller })
    tx.audit('portal_user.restored', { user_reference, before: { is_active }, after: { is_active: true } })
    await tx.notify({ kind: 'session', reference: user_reference, state: null, payload_type: null, group: null })
    return undefined
  })
}
