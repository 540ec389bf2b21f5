import {
  type Access,
  type AccessPair,
  accessDifferencesInSteps,
  accessFor,
  actionsConcerned,
  type CompiledRoles,
  compileRolesInSteps,
  differingAddresses,
  type Group,
} from '@holdfast/access'
import type { Action, RolePreview, RoleRules } from '@holdfast/contract'
import { limitsOfVisits, mayVisitFrom, type RunningVisit } from '../../core/authorization/index.ts'
import { eventLoopYielder, runSteps } from '../../platform/yield-to-event-loop.ts'
import { namedDifference } from './named-difference.ts'

const maxNamed = 100

export interface Member {
  readonly user_reference: string
  /** `null` for visiting staff, or if none is known. */
  readonly display_name: string | null
  readonly roles: readonly string[]
  /** For visiting staff, who visit in this one role. */
  readonly visit?: RunningVisit
}

export interface RoleChange {
  readonly client: string
  /** `null` if the role does not exist yet. */
  readonly stored: RoleRules | null
  readonly changed: RoleRules
  /** Every active person who has the role, ordered by reference, and staff who visit in it. */
  readonly members: readonly Member[]
  /** The rules of the members' other roles, by reference. */
  readonly otherRoles: ReadonlyMap<string, RoleRules>
  readonly account_cidr_ranges: readonly string[] | null
  readonly groups: readonly Group[]
}

type Changes = Pick<RolePreview['members']['changes'][number], 'gained' | 'lost'>

/**
 * Which actions each member gains or loses by a change of a role, for which payload types and in which groups, from some address. All roles of a member count together. Computed once for members with the same roles.
 */
export const changesOfMembers = async (change: RoleChange): Promise<RolePreview['members']> => {
  const concerned = actionsConcerned(change.stored, change.changed, change.client)
  const turn = eventLoopYielder()
  const known = new Map<string, Changes>()
  const changes = []
  for (const { user_reference, display_name, ...member } of change.members) {
    const key = JSON.stringify([[...member.roles].sort(), member.visit && user_reference])
    const found = known.get(key) ?? (await changesOf(member, concerned, change, turn))
    known.set(key, found)
    changes.push({ user_reference, display_name, ...found })
  }
  const gaining = changes.filter(({ gained }) => gained.length > 0)
  const losing = changes.filter(({ lost }) => lost.length > 0)
  return {
    total: change.members.length,
    gaining: gaining.length,
    losing: losing.length,
    changes: changes.filter(({ gained, lost }) => gained.length + lost.length > 0).slice(0, maxNamed),
  }
}

type Holder = Omit<Member, 'user_reference' | 'display_name'>

const changesOf = async (
  holder: Holder,
  concerned: readonly Action[],
  change: RoleChange,
  turn: () => Promise<void>,
): Promise<Changes> => {
  const pairs = await pairsOfAccess(holder, change, turn)
  const { gained, lost } = await runSteps(accessDifferencesInSteps(pairs, change.groups, concerned))
  return { gained: gained.map(namedDifference), lost: lost.map(namedDifference) }
}

/** The access before and after the change, once for each distinct pair that any address gives. */
const pairsOfAccess = async (
  { roles, visit }: Holder,
  { client, stored, changed, otherRoles, account_cidr_ranges }: RoleChange,
  turn: () => Promise<void>,
): Promise<AccessPair[]> => {
  const otherRules = roles.flatMap((role) => (role === changed.role_reference ? [] : (otherRoles.get(role) ?? [])))
  const kept = [...otherRules, ...(visit ? limitsOfVisits : [])]
  const [rulesBefore, rulesAfter] = [
    [...kept, ...(stored ? [stored] : [])],
    [...kept, changed],
  ]
  const before = await runSteps(compileRolesInSteps(rulesBefore, { client }))
  const after = await runSteps(compileRolesInSteps(rulesAfter, { client }))
  const pairs = new Map<Access, Map<Access, AccessPair>>()
  for (const address of addressesOf([before, after], account_cidr_ranges, visit)) {
    const caller = { address, account_cidr_ranges }
    const pair = { before: accessFor(before, caller), after: accessFor(after, caller) }
    const known = pairs.get(pair.before) ?? new Map<Access, AccessPair>()
    pairs.set(pair.before, known.set(pair.after, pair))
    await turn()
  }
  return [...pairs.values()].flatMap((ofBefore) => [...ofBefore.values()])
}

/**
 * Addresses that represent all from which the account can be used. Visiting staff need their own account's permission
 * to visit from there as well.
 */
const addressesOf = (
  roleSets: readonly CompiledRoles[],
  account_cidr_ranges: RoleChange['account_cidr_ranges'],
  visit: RunningVisit | undefined,
): string[] => {
  if (!visit) return differingAddresses(roleSets, { account_cidr_ranges })
  const { staff } = visit
  const ranges = [...(account_cidr_ranges ?? []), ...(staff.account_cidr_ranges ?? [])]
  const addresses = differingAddresses([...roleSets, staff.compiled], { account_cidr_ranges: ranges })
  return addresses.filter((address) => mayVisitFrom(staff, address))
}
