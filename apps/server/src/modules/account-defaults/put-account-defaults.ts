import { isAddressAdmitted } from '@holdfast/access'
import { type AccountDefaults, type CallInput, type calls, limits, ProductError } from '@holdfast/contract'
import {
  type AccountLimit,
  accountDefaults,
  bumpAccessVersion,
  hasLapsed,
  rangesAt,
} from '../../core/authorization/index.ts'
import { type AuditedTransaction, isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import {
  assertByTwo,
  assertGroupAssignable,
  assertRangesValid,
  assertRolesExist,
  assertRolesGrantable,
  contentOfRoles,
  type MadeBy,
} from '../grants/index.ts'
import { findPerson, giveDefaultRole } from '../portal-users/index.ts'
import { asOf, type DefaultsFields, fieldsOf, lockDefaults, notifyOpenScreens } from './defaults-row.ts'
import { scheduleLapse, writeLapse } from './lapse-account-limit.ts'

const confirmWithinMs = limits.accountLimitMinutes * 60_000

/**
 * The limit after saving `wanted` ranges. New ranges have to be confirmed. Removing the limit, or returning to the
 * ranges that were confirmed last, needs no confirmation.
 */
const nextLimit = (stored: AccountLimit, wanted: string[] | null, now: Date): AccountLimit => {
  const held = rangesAt(stored, now)
  const isUnconfirmed = stored.limit_lapses_at !== null && Date.parse(stored.limit_lapses_at) > now.getTime()
  const confirmed = isUnconfirmed ? stored.confirmed_cidr_ranges : held
  if (isUnconfirmed && isSame(wanted, held)) return limitOf(stored)
  if (wanted === null || isSame(wanted, confirmed)) {
    return { cidr_ranges: wanted, confirmed_cidr_ranges: null, limit_lapses_at: null }
  }
  const limit_lapses_at = new Date(now.getTime() + confirmWithinMs).toISOString()
  return { cidr_ranges: wanted, confirmed_cidr_ranges: confirmed, limit_lapses_at }
}

/** The limit alone, of a row that also has the other defaults. */
const limitOf = ({ cidr_ranges, confirmed_cidr_ranges, limit_lapses_at }: AccountLimit): AccountLimit => ({
  cidr_ranges,
  confirmed_cidr_ranges,
  limit_lapses_at,
})

const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted() ?? null) === JSON.stringify(other?.toSorted() ?? null)

type Input = CallInput<typeof calls.putAccountDefaults>

/**
 * `PUT /account/defaults`: the role and group of people whose identity names none, and the network ranges of the
 * account. New ranges, and a new role for people who have the default role, apply from the next call on. New ranges
 * lapse unless they are confirmed.
 */
export const putAccountDefaults = (ctx: RequestContext, { body }: Input): Promise<AccountDefaults> =>
  ctx.transaction((tx) => saveDefaults(ctx, tx, body, 'author'))

/** Saves the defaults; `madeBy` matters for the role. */
const saveDefaults = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { version, confirmation, ...given }: Input['body'],
  madeBy: MadeBy,
): Promise<AccountDefaults> => {
  const wanted = { ...given, cidr_ranges: limitsOf(given) }
  const seen = await lockDefaults(tx)
  assertVersion(version, seen)
  const stored = hasLapsed(seen, tx.now) ? await writeLapse(tx, seen) : seen
  assertRangesValid(wanted.cidr_ranges)
  // Leaving an existing default unchanged does not count as granting it.
  if (wanted.role !== null && wanted.role !== stored.role) await assertGiven(ctx, tx, wanted.role, madeBy)
  if (wanted.user_group !== stored.user_group) {
    await assertGroupAssignable(ctx, tx, { action: 'groups:read', group: wanted.user_group })
  }
  if (confirmation !== ctx.client) {
    assertKeepsCallerIn(ctx, wanted)
    if (wanted.role !== stored.role) await assertKeepsCallersRole(ctx, tx, stored.role)
  }
  const limit = nextLimit(stored, wanted.cidr_ranges, tx.now)
  const { user_group, role } = wanted
  const fields = { user_group, role, ...limit }
  if (isUnchanged({ ...stored, ...fields }, stored)) {
    tx.audit('record.unchanged')
    return asOf(tx.now, stored)
  }
  const saved = await accountDefaults.replace(tx, tx.client, fields, ctx.actor.reference)
  const people = role === stored.role ? 0 : await giveDefaultRole(tx, role, ctx.actor.reference)
  await bumpAccessVersion(tx)
  tx.audit('account_defaults.updated', { before: fieldsOf(stored), after: fieldsOf(saved), people })
  if (limit.limit_lapses_at !== null && limit.limit_lapses_at !== stored.limit_lapses_at) {
    await scheduleLapse(tx, limit.limit_lapses_at)
    tx.audit('account_limit.set', { cidr_ranges: limit.cidr_ranges, lapses_at: limit.limit_lapses_at })
  }
  await notifyOpenScreens(tx)
  return asOf(tx.now, saved)
}

const assertGiven = async (ctx: RequestContext, tx: TenantTransaction, role: string, madeBy: MadeBy): Promise<void> => {
  await assertRolesGrantable(ctx, tx, [role], null)
  await assertByTwo(tx, madeBy, () => contentOfRoles(tx, [role]))
}

/** Another default role, as somebody has handed it over. The rest stays as it is. */
export const saveDefaultRole = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { version, role }: { version: number; role: string | null },
): Promise<AccountDefaults> => {
  const { user_group, cidr_ranges } = asOf(tx.now, await lockDefaults(tx))
  return saveDefaults(ctx, tx, { version, user_group, role, cidr_ranges }, 'second_person')
}

/**
 * @returns the default role as it is
 * @throws ProductError `edit.conflict`, `role.unknown`
 */
export const checkDefaultRole = async (
  tx: TenantTransaction,
  { version, role }: { version: number; role: string | null },
): Promise<{ role: string | null }> => {
  const stored = await lockDefaults(tx)
  assertVersion(version, stored)
  await assertRolesExist(tx, role === null ? [] : [role])
  return { role: stored.role }
}

/** An empty list means no limit and is stored as `null`. */
const limitsOf = ({ cidr_ranges }: DefaultsFields): string[] | null => (cidr_ranges?.length ? cidr_ranges : null)

/** Prevents callers from locking themselves out by mistake. `confirmation` with the account's identifier skips this check. */
const assertKeepsCallerIn = ({ address }: RequestContext, { cidr_ranges }: DefaultsFields): void => {
  if (isAddressAdmitted({ address, account_cidr_ranges: cidr_ranges })) return
  throw new ProductError('account.would_lock_out', { address })
}

/** Prevents callers from replacing their own role by mistake: perhaps everybody who could restore it has it by default, too. */
const assertKeepsCallersRole = async (
  { caller }: RequestContext,
  tx: TenantTransaction,
  role: string | null,
): Promise<void> => {
  if (role === null || caller.kind !== 'portal_user') return
  const person = await findPerson(tx, caller.user_reference)
  if (person?.has_default_role) throw new ProductError('account.would_lose_role', { role })
}
