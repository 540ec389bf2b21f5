import { setImmediate } from 'node:timers/promises'
import { type Access, accessesFromEverywhere, compileRolesInSteps, grantProblem } from '@holdfast/access'
import { limits, type RoleRules } from '@holdfast/contract'
import { loadAccountCidrRanges } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'
import { activePeople } from '../portal-users/index.ts'
import { rulesOfRoles } from '../roles/index.ts'

/**
 * Who is asked: the people who could give one of these roles, from at least one address. If nobody could, everybody who may give
 * roles at all, because one of them can make a role, or has to say no.
 */
export const peopleToAsk = async (
  tx: TenantTransaction,
  { requested_by, giving }: { requested_by: string; giving: readonly RoleRules[] },
): Promise<string[]> => {
  const people = (await activePeople(tx)).filter(({ user_reference }) => user_reference !== requested_by)
  const rules = await rulesOfRoles(tx, new Set(people.flatMap(({ roles }) => roles)))
  const account_cidr_ranges = await loadAccountCidrRanges(tx)
  // Computed once for each set of roles, which many people share.
  const known = new Map<string, { gives: boolean; grants: boolean }>()
  const [givers, granters]: [string[], string[]] = [[], []]
  for (const { user_reference, roles } of people) {
    const key = JSON.stringify([...roles].sort())
    const own = roles.flatMap((role) => rules.get(role) ?? [])
    const may = known.get(key) ?? (await rightsOf(tx, own, { giving, account_cidr_ranges }))
    known.set(key, may)
    if (may.gives) givers.push(user_reference)
    if (may.grants) granters.push(user_reference)
  }
  return (granters.length > 0 ? granters : givers).sort().slice(0, limits.maxAskedPeople)
}

/** Whether somebody with these roles may give roles at all, and one of those that are wanted. */
const rightsOf = async (
  { client }: TenantTransaction,
  own: readonly RoleRules[],
  { giving, account_cidr_ranges }: { giving: readonly RoleRules[]; account_cidr_ranges: readonly string[] | null },
) => {
  const compiled = await runSteps(compileRolesInSteps(own, { client }))
  const accesses = accessesFromEverywhere(compiled, { account_cidr_ranges })
    .map(({ access }) => access)
    .filter((access) => access.can('roles:write'))
  return { gives: accesses.length > 0, grants: await canGrantAny(accesses, giving) }
}

/** Small roles first: comparing takes longer the larger a role is. */
const canGrantAny = async (accesses: readonly Access[], giving: readonly RoleRules[]): Promise<boolean> => {
  const bySize = giving.toSorted((one, other) => one.permissions.length - other.permissions.length)
  for (const access of accesses) {
    for (const rules of bySize) {
      if (grantProblem(access, rules) === null) return true
      // Other calls can run in between.
      await setImmediate()
    }
  }
  return false
}
