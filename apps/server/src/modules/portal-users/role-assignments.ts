import { limits, ProductError } from '@holdfast/contract'
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
 * @returns whether they had it already, and have it for a shorter time now; and who had given it to them, `null` if nobody had
 * @throws ProductError those of `checkGivenRole`, `access.exceeds_own`, `access.ends_sooner`, `access.needs_second_person`
 */
export const giveRole = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  given: GivenRole,
  madeBy: MadeBy,
): Promise<{ isShortened: boolean; first_given_by: string | null }> => {
  const { role_reference, valid_until } = given
  ofTheAccount(ctx)
  const given_by = ctx.user.user_reference
  const before = await checkGivenRole(tx, given)
  const isRunning = before !== null && Date.parse(before.valid_until) > tx.now.getTime()
  // Nobody changes the end of what they have themselves, unless they could give it for good.
  const isOwnEnd = isRunning && given.user_reference === given_by
  await assertRolesGrantable(ctx, tx, [role_reference], isOwnEnd ? null : valid_until)
  const isShortened = isRunning && Date.parse(valid_until) <= Date.parse(before.valid_until)
  if (!isShortened) await assertByTwo(tx, madeBy, () => contentOfRoles(tx, [role_reference]))
  if (isRunning) await storeChangedEnd(tx, given, { changed_by: given_by, before })
  else await storeGivenRole(tx, given, { given_by, before })
  return { isShortened, first_given_by: isRunning ? before.given_by : null }
}

/** Gives a person a checked role. The person's row must be locked. */
export const storeGivenRole = async (
  tx: AuditedTransaction,
  given: GivenRole,
  { given_by, before }: { given_by: string; before: { valid_until: string } | null },
): Promise<void> => {
  const { user_reference, role_reference, valid_until, reason } = given
  await keepPerson(tx, user_reference)
  const unchanged = { end_changed_at: null, end_changed_by: null, end_change_reason: null }
  const assigned = { valid_until, reason, given_at: tx.now, given_by, ...unchanged }
  await tx.db
    .insertInto('role_assignments')
    .values({ client: tx.client, user_reference, role_reference, ...assigned })
    .onConflict((conflict) => conflict.columns(['client', 'user_reference', 'role_reference']).doUpdateSet(assigned))
    .execute()
  await recordGivenRole(tx, given, before)
}

/** Changes until when a person has a role. Who gave it, and why, stays. */
const storeChangedEnd = async (
  tx: AuditedTransaction,
  given: GivenRole,
  { changed_by, before }: { changed_by: string; before: { valid_until: string } },
): Promise<void> => {
  const { user_reference, role_reference, valid_until, reason } = given
  await keepPerson(tx, user_reference)
  await tx.db
    .updateTable('role_assignments')
    .set({ valid_until, end_changed_at: tx.now, end_changed_by: changed_by, end_change_reason: reason })
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .where('role_reference', '=', role_reference)
    .execute()
  await recordGivenRole(tx, given, before)
}

const recordGivenRole = async (
  tx: AuditedTransaction,
  { user_reference, role_reference, valid_until, reason }: GivenRole,
  stored: { valid_until: string } | null,
): Promise<void> => {
  const before = stored && { valid_until: stored.valid_until }
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
 * @returns until when the person has it already, and who gave it; `null`: they do not have it for a time
 * @throws ProductError `request.not_found`, `portal_user.is_removed`, `role_assignment.end_out_of_range`, `role.unknown`
 */
export const checkGivenRole = async (
  tx: TenantTransaction,
  { user_reference, role_reference, valid_until }: GivenRole,
): Promise<{ valid_until: string; given_by: string } | null> => {
  await assertInForce(tx, user_reference)
  assertLasts(valid_until, tx.now)
  await assertRolesExist(tx, [role_reference])
  return (await findAssignment(tx, user_reference, role_reference)) ?? null
}

/**
 * Ends a role that somebody has for a time, at once.
 * @throws ProductError `request.not_found`, `auth.forbidden` on a visit
 */
export const endRole = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { user_reference, role_reference }: Pick<GivenRole, 'user_reference' | 'role_reference'>,
): Promise<void> => {
  ofTheAccount(ctx)
  const before = await endGivenRole(tx, user_reference, role_reference)
  if (!before) throw new ProductError('request.not_found')
  tx.audit('portal_user.role_ended', { user_reference, role: role_reference, role_reference, before, after: null })
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
