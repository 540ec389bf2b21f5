import { type CallInput, type calls, limits, ProductError } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertByTwo, assertRolesExist, assertRolesGrantable, contentOfRoles, type MadeBy } from '../grants/index.ts'
import { findAssignment, notifyOfRoles } from './assignment-row.ts'
import { scheduleRoleEnd } from './end-role-assignment.ts'
import { endGivenRole } from './holdings.ts'
import { keepPerson } from './person-history.ts'
import { lockPortalUser } from './portal-user-row.ts'

const longestMs = limits.maxRoleAssignmentDays * 24 * 60 * 60_000

/** A role that somebody gets until a time. */
export interface GivenRole {
  user_reference: string
  role_reference: string
  valid_until: string
  reason: string
}

/**
 * Gives somebody a role until a time, with the rights of whoever calls.
 * @returns whether they had it already, and have it for a shorter time now
 * @throws ProductError those of `checkGivenRole`, `access.exceeds_own`, `access.needs_second_person`
 */
export const giveRole = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  given: GivenRole,
  madeBy: MadeBy,
): Promise<{ isShortened: boolean }> => {
  const { role_reference, valid_until } = given
  ofTheAccount(ctx)
  const given_by = ctx.user.user_reference
  const before = await checkGivenRole(tx, given)
  await assertRolesGrantable(ctx.access, tx, [role_reference])
  const isShortened = before !== null && before.valid_until > tx.now.toISOString() && valid_until <= before.valid_until
  if (!isShortened) await assertByTwo(tx, madeBy, () => contentOfRoles(tx, [role_reference]))
  await storeGivenRole(tx, given, { given_by, before })
  return { isShortened }
}

/** Gives a person a checked role. The person's row must be locked. */
export const storeGivenRole = async (
  tx: AuditedTransaction,
  { user_reference, role_reference, valid_until, reason }: GivenRole,
  { given_by, before }: { given_by: string; before: { valid_until: string } | null },
): Promise<void> => {
  await keepPerson(tx, user_reference)
  const assigned = { valid_until, reason, given_at: tx.now, given_by }
  await tx.db
    .insertInto('role_assignments')
    .values({ client: tx.client, user_reference, role_reference, ...assigned })
    .onConflict((conflict) => conflict.columns(['client', 'user_reference', 'role_reference']).doUpdateSet(assigned))
    .execute()
  await scheduleRoleEnd(tx, { user_reference, role_reference, valid_until })
  tx.audit('portal_user.role_given', {
    user_reference,
    role: role_reference,
    role_reference,
    reason,
    before,
    after: { valid_until },
  })
  await notifyOfRoles(tx, user_reference)
}

/**
 * Checks a role for a time, apart from who may give it.
 * @returns until when the person has it already; `null`: they do not have it for a time
 * @throws ProductError `request.not_found`, `portal_user.is_removed`, `role_assignment.end_out_of_range`, `role.unknown`
 */
export const checkGivenRole = async (
  tx: TenantTransaction,
  { user_reference, role_reference, valid_until }: GivenRole,
): Promise<{ valid_until: string } | null> => {
  await assertInForce(tx, user_reference)
  assertLasts(valid_until, tx.now)
  await assertRolesExist(tx, [role_reference])
  const stored = await findAssignment(tx, user_reference, role_reference)
  return stored ? { valid_until: stored.valid_until } : null
}

/** `DELETE /portal_users/{user_reference}/roles/{role_reference}`: ends such a role at once. Takes nothing that the identity gives. */
export const deleteRoleAssignment = (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.deleteRoleAssignment>,
): Promise<undefined> => {
  const { user_reference, role_reference } = params
  ofTheAccount(ctx)
  return ctx.transaction(async (tx) => {
    const before = await endGivenRole(tx, user_reference, role_reference)
    if (!before) throw new ProductError('request.not_found')
    tx.audit('portal_user.role_ended', { user_reference, role: role_reference, role_reference, before, after: null })
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
