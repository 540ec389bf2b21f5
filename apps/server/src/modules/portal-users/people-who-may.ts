import { type Access, accessesFromEverywhere, compileRoles, type Question } from '@holdfast/access'
import type { Action, RoleRules } from '@holdfast/contract'
import { loadAccountCidrRanges, loadRoles } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { activePeople } from './people.ts'

/** An active person of the account. */
export type ActivePerson = Awaited<ReturnType<typeof activePeople>>[number]

/** An action, and what it is done with. */
type Needed = Question & { action: Action }

/** The active people whose roles allow all of this together, from at least one address. */
export const peopleWhoMay = (tx: TenantTransaction, needed: readonly Needed[]): Promise<ActivePerson[]> =>
  peopleWith(tx, (access) => needed.every(({ action, ...about }) => access.can(action, about)))

/** The active people whose access is sufficient, from at least one address. */
export const peopleWith = async (
  tx: TenantTransaction,
  isSufficient: (access: Access) => boolean,
): Promise<ActivePerson[]> => {
  const people = await activePeople(tx)
  const roles = await loadRoles(tx, [...new Set(people.flatMap((person) => person.roles))])
  const rules = new Map(roles.map((role) => [role.role_reference, role]))
  const account_cidr_ranges = await loadAccountCidrRanges(tx)
  const areSufficient = (own: readonly RoleRules[]): boolean =>
    accessesFromEverywhere(compileRoles(own, { client: tx.client }), { account_cidr_ranges }).some(({ access }) =>
      isSufficient(access),
    )
  // Computed once for each set of roles, which many people share.
  const known = new Map<string, boolean>()
  return people.filter((person) => {
    const key = JSON.stringify([...person.roles].sort())
    const allowed = known.get(key) ?? areSufficient(person.roles.flatMap((role) => rules.get(role) ?? []))
    known.set(key, allowed)
    return allowed
  })
}
