import {
  type Access,
  accessFor,
  actionsAlike,
  actionsConcerned,
  type CompiledRoles,
  changeOfActionInSteps,
  compileRolesInSteps,
  differingAddresses,
  type Group,
} from '@holdfast/access'
import type { Action, RolePreview, RoleRules } from '@holdfast/contract'
import { limitsOfVisits, mayVisitFrom, type RunningVisit } from '../../core/authorization/index.ts'
import { eventLoopYielder, runSteps } from '../../platform/yield-to-event-loop.ts'

const maxNamed = 100

export interface Member {
  readonly user_reference: string
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

interface Changes {
  readonly gained: Action[]
  readonly lost: Action[]
}

/**
 * Which actions each member gains or loses by a change of a role: for some payload type, in one of the groups or without a
 * group, from some address. All roles of a member count together. Computed once for members with the same roles.
 */
export const changesOfMembers = async (change: RoleChange): Promise<RolePreview['members']> => {
  const concerned = actionsConcerned(change.stored, change.changed, change.client)
  const turn = eventLoopYielder()
  const known = new Map<string, Changes>()
  const changes = []
  for (const { user_reference, ...member } of change.members) {
    const key = JSON.stringify([[...member.roles].sort(), member.visit && user_reference])
    const found = known.get(key) ?? (await changesOf(member, concerned, change, turn))
    known.set(key, found)
    changes.push({ user_reference, ...found })
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

type Holder = Omit<Member, 'user_reference'>

const changesOf = async (
  holder: Holder,
  concerned: readonly Action[],
  change: RoleChange,
  turn: () => Promise<void>,
): Promise<Changes> => {
  const { pairs, compiled } = await pairsOfAccess(holder, change, turn)
  const [gained, lost] = [new Set<Action>(), new Set<Action>()]
  for (const actions of actionsAlike(concerned, compiled)) {
    const [example] = actions
    if (example === undefined) continue
    const { gains, loses } = await changeFromSomewhere(example, pairs, change.groups)
    for (const action of actions) {
      if (gains) gained.add(action)
      if (loses) lost.add(action)
    }
  }
  const inOrder = (found: ReadonlySet<Action>) => concerned.filter((action) => found.has(action))
  return { gained: inOrder(gained), lost: inOrder(lost) }
}

interface AccessPair {
  readonly before: Access
  readonly after: Access
}

const changeFromSomewhere = async (action: Action, pairs: readonly AccessPair[], groups: readonly Group[]) => {
  const change = { gains: false, loses: false }
  for (const { before, after } of pairs) {
    const { gains, loses } = await runSteps(changeOfActionInSteps(action, before, after, groups))
    change.gains ||= gains
    change.loses ||= loses
    if (change.gains && change.loses) return change
  }
  return change
}

/** The access before and after the change, once for each distinct pair that any address gives. */
const pairsOfAccess = async (
  { roles, visit }: Holder,
  { client, stored, changed, otherRoles, account_cidr_ranges }: RoleChange,
  turn: () => Promise<void>,
): Promise<{ pairs: AccessPair[]; compiled: CompiledRoles[] }> => {
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
  return { pairs: [...pairs.values()].flatMap((ofBefore) => [...ofBefore.values()]), compiled: [before, after] }
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
