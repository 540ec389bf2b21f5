import {
  type Access,
  accessFor,
  type CompiledRoles,
  changeOfActionInSteps,
  compileRolesInSteps,
  differingAddresses,
  type Group,
} from '@holdfast/access'
import { type Action, allActions, isPayloadAction, limits, payloadTypes, type RoleRules } from '@holdfast/contract'
import { loadAccountCidrRanges } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'
import { rulesOfFirstRoles, rulesOfRoles } from '../roles/index.ts'
import { isHeld, type Wanted } from './wanted.ts'

/** A role that would give somebody what they ask for, with what they can do from one address without it and with it. */
export interface GivingRole {
  rules: RoleRules
  before: Access
  after: Access
}

interface Held {
  own: readonly RoleRules[]
  compiled: CompiledRoles
  account_cidr_ranges: readonly string[] | null
}

/** What somebody with these roles can do. */
const heldBy = async (tx: TenantTransaction, roles: readonly string[]): Promise<Held> => {
  const rules = await rulesOfRoles(tx, roles)
  const own = roles.flatMap((role) => rules.get(role) ?? [])
  const compiled = await runSteps(compileRolesInSteps(own, { client: tx.client }))
  return { own, compiled, account_cidr_ranges: await loadAccountCidrRanges(tx) }
}

/** The roles of the account, not among `roles`, that would give somebody with `roles` what they want. */
export const rolesThatGive = async (
  tx: TenantTransaction,
  { wanted, roles }: { wanted: Wanted; roles: readonly string[] },
): Promise<GivingRole[]> => {
  const held = await heldBy(tx, roles)
  const others = (await rulesOfFirstRoles(tx, limits.maxComparedRoles)).filter(
    ({ role_reference }) => !roles.includes(role_reference),
  )
  const giving: GivingRole[] = []
  for (const rules of others) {
    const gained = await gainedBy(tx, held, rules, wanted)
    if (gained) giving.push(gained)
  }
  return giving
}

/** The same for one role, whether or not it is among the first that are looked through. */
export const givesWanted = async (
  tx: TenantTransaction,
  { wanted, roles, role }: { wanted: Wanted; roles: readonly string[]; role: string },
): Promise<boolean> => {
  const rules = (await rulesOfRoles(tx, [role])).get(role)
  if (!rules || roles.includes(role)) return false
  return (await gainedBy(tx, await heldBy(tx, roles), rules, wanted)) !== null
}

const gainedBy = async (
  { client }: TenantTransaction,
  { own, compiled, account_cidr_ranges }: Held,
  rules: RoleRules,
  wanted: Wanted,
): Promise<GivingRole | null> => {
  const withRole = await runSteps(compileRolesInSteps([...own, rules], { client }))
  for (const address of differingAddresses([compiled, withRole], { account_cidr_ranges })) {
    const [before, after] = [compiled, withRole].map((of) => accessFor(of, { address, account_cidr_ranges })) as [
      Access,
      Access,
    ]
    if (isHeld(after, wanted) && !isHeld(before, wanted)) return { rules, before, after }
  }
  return null
}

/** What a role gives beside what is wanted. */
export const furtherActions = async (
  { before, after }: GivingRole,
  wanted: Wanted,
  groups: readonly Group[],
): Promise<Action[]> => {
  const further: Action[] = []
  for (const action of allActions) {
    if (action === wanted.action) continue
    const { gains } = await runSteps(changeOfActionInSteps(action, before, after, groups))
    if (gains) further.push(action)
  }
  return further
}

/** In how many groups a role gives what is wanted, where it was not given before. */
export const gainedGroups = async (
  { before, after }: GivingRole,
  { action }: Wanted,
  groups: readonly Group[],
): Promise<number> => {
  const gained = new Set<string>()
  for (const type of isPayloadAction(action) ? payloadTypes : [undefined]) {
    const former = new Set(await runSteps(before.groupsForInSteps(action, groups, type)))
    for (const group of await runSteps(after.groupsForInSteps(action, groups, type))) {
      if (!former.has(group)) gained.add(group)
    }
  }
  return gained.size
}
