import { type Access, accessFor, compileRolesInSteps, type HeldRole, rulesLasting } from '@holdfast/access'
import { type Action, ProductError } from '@holdfast/contract'
import { endsOfRoles, limitsOfVisits, loadAccountCidrRanges, loadRoles } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'

/**
 * What the caller can do with the roles that they have until `until`, or for good (`null`): a right can be granted only
 * until the end of what gives it (docs/decisions/0079), on a support visit until the end of the visit.
 */
export const grantingAccess = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  until: string | null,
): Promise<Access> => {
  const held = await heldForATime(ctx, tx)
  return held === null ? ctx.access : accessUntil(ctx, tx, { held, until })
}

/** What the caller can do at present, and after the end of each role that they have for a time. */
export const accessesInTime = async (ctx: RequestContext, tx: TenantTransaction): Promise<Access[]> => {
  const held = (await heldForATime(ctx, tx)) ?? []
  const accesses = [ctx.access]
  for (const { valid_until } of held) {
    if (valid_until === null) continue
    const justAfter = new Date(Date.parse(valid_until) + 1).toISOString()
    accesses.push(await accessUntil(ctx, tx, { held, until: justAfter }))
  }
  return accesses
}

/**
 * Checks that the caller may grant something until `until`, or for good (`null`).
 * @param problemOf why somebody with this access may not grant it; `null` if they may
 * @throws ProductError `access.exceeds_own` with the problem; `access.ends_sooner` if they may grant it for a shorter time only
 */
export const assertMayGrant = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  until: string | null,
  problemOf: (access: Access) => object | null,
): Promise<void> => {
  const problem = problemOf(ctx.access)
  if (problem) throw new ProductError('access.exceeds_own', { ...problem })
  const lasting = await grantingAccess(ctx, tx, until)
  if (lasting !== ctx.access && problemOf(lasting)) throw new ProductError('access.ends_sooner')
}

/**
 * The author of a change can accept gains of others that they could not grant (`accept_gains`). They can't if they have the gained rights
 * for a time only, or if they may make such changes for a time only.
 * @param isTimed whether the author can do some of it at present, but not for good
 * @throws ProductError `access.ends_sooner`
 */
export const assertAcceptable = (ctx: RequestContext, lasting: Access, isTimed: boolean): void => {
  if (lasting === ctx.access) return
  const { action } = ctx.call
  const isMadeForATime = action !== 'public' && action !== 'signed_in' && !lasting.mayAtAll(action as Action)
  if (isTimed || isMadeForATime) throw new ProductError('access.ends_sooner')
}

/** The caller's roles, if some of them end by themselves; otherwise `null`. All roles of a support visit end with it. */
const heldForATime = async ({ caller }: RequestContext, tx: TenantTransaction): Promise<HeldRole[] | null> => {
  if (caller.kind !== 'portal_user') return null
  if (caller.visit) {
    const { ends_at } = caller.visit
    if (ends_at === undefined) return null
    const rules = await loadRoles(tx, caller.roles)
    return [...rules, ...limitsOfVisits].map((one) => ({ rules: one, valid_until: ends_at }))
  }
  const ends = await endsOfRoles(tx, caller.user_reference)
  // A role that the call began with and that has ended since.
  const ended = tx.now.toISOString()
  const endOf = (role: string): string | null => ends.get(role) ?? (ends.has(role) ? null : ended)
  if (caller.roles.every((role) => endOf(role) === null)) return null
  const rules = await loadRoles(tx, caller.roles)
  return rules.map((one) => ({ rules: one, valid_until: endOf(one.role_reference) }))
}

const accessUntil = async (
  { address, client }: RequestContext,
  tx: TenantTransaction,
  { held, until }: { held: readonly HeldRole[]; until: string | null },
): Promise<Access> => {
  const compiled = await runSteps(compileRolesInSteps(rulesLasting(held, until), { client }))
  return accessFor(compiled, { address, account_cidr_ranges: await loadAccountCidrRanges(tx) })
}
