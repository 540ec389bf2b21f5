import { type CallInput, type calls, limits, ProductError } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertRolesGrantable } from '../grants/index.ts'
import { findAssignment, notifyOfRoles, removeAssignment } from './assignment-row.ts'
import { scheduleRoleEnd } from './end-role-assignment.ts'
import { keepPerson } from './person-history.ts'
import { lockPortalUser } from './portal-user-row.ts'

const longestMs = limits.maxRoleAssignmentDays * 24 * 60 * 60_000

/**
 * `PUT /portal_users/{user_reference}/roles/{role_reference}`: gives somebody a role until a time. It counts from their next
 * call on, and ends by itself. Whoever gives it must be able to do everything that it allows.
 */
export const putRoleAssignment = (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.putRoleAssignment>,
): Promise<undefined> => {
  ofTheAccount(ctx)
  return ctx.transaction(async (tx) => {
    await giveRole(ctx, tx, { ...params, ...body })
    return undefined
  })
}

interface GivenRole {
  user_reference: string
  role_reference: string
  valid_until: string
  reason: string
}

/**
 * Gives somebody a role until a time, as the caller, who is a person of the account.
 * @throws ProductError `request.not_found`, `portal_user.is_removed`, `role_assignment.end_out_of_range`, `role.unknown`, `access.exceeds_own`
 */
export const giveRole = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { user_reference, role_reference, valid_until, reason }: GivenRole,
): Promise<void> => {
  await assertInForce(tx, user_reference)
  assertLasts(valid_until, tx.now)
  await assertRolesGrantable(ctx.access, tx, [role_reference])
  const stored = await findAssignment(tx, user_reference, role_reference)
  await keepPerson(tx, user_reference)
  const assigned = { valid_until, reason, given_at: tx.now, given_by: ctx.user.user_reference }
  await tx.db
    .insertInto('role_assignments')
    .values({ client: tx.client, user_reference, role_reference, ...assigned })
    .onConflict((conflict) => conflict.columns(['client', 'user_reference', 'role_reference']).doUpdateSet(assigned))
    .execute()
  await scheduleRoleEnd(tx, { user_reference, role_reference, valid_until })
  tx.audit('portal_user.role_given', {
    user_reference,
    role: role_reference,
    reason,
    before: stored ? { valid_until: stored.valid_until } : null,
    after: { valid_until },
  })
  await notifyOfRoles(tx, user_reference)
}

/** `DELETE /portal_users/{user_reference}/roles/{role_reference}`: ends such a role at once. Takes nothing that the identity gives. */
export const deleteRoleAssignment = (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.deleteRoleAssignment>,
): Promise<undefined> => {
  const { user_reference, role_reference } = params
  ofTheAccount(ctx)
  return ctx.transaction(async (tx) => {
    await lockPortalUser(tx, user_reference)
    const stored = await findAssignment(tx, user_reference, role_reference)
    if (!stored || Date.parse(stored.valid_until) <= tx.now.getTime()) throw new ProductError('request.not_found')
    await keepPerson(tx, user_reference)
    await removeAssignment(tx, user_reference, role_reference)
    tx.audit('portal_user.role_ended', {
      user_reference,
      role: role_reference,
      before: { valid_until: stored.valid_until },
      after: null,
    })
    await notifyOfRoles(tx, user_reference)
    return undefined
  })
}

/** Staff on a visit give nobody a role that would outlast the visit. */
const ofTheAccount = ({ user }: RequestContext): void => {
  if (user.visit) throw new ProductError('auth.forbidden')
}

const assertInForce = async (tx: TenantTransaction, user_reference: string): Promise<void> => {
  const { is_active } = await lockPortalUser(tx, user_reference)
  if (!is_active) throw new ProductError('portal_user.is_removed')
}

const assertLasts = (valid_until: string, now: Date): void => {
  const lastsMs = Date.parse(valid_until) - now.getTime()
  if (!(lastsMs > 0 && lastsMs <= longestMs)) throw new ProductError('role_assignment.end_out_of_range')
}
