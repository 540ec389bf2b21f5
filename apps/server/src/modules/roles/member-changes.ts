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
import { inTurns, takingTurns } from '../../platform/turns/taking-turns.ts'

const mostNamed = 100

export interface Member {
  readonly user_reference: string
  readonly roles: readonly string[]
}

export interface RoleChange {
  readonly client: string
  /** Null: the role does not exist yet. */
  readonly stored: RoleRules | null
  readonly changed: RoleRules
  /** Every active person who has the role, by reference. */
  readonly members: readonly Member[]
  /** The other roles that they have. */
  readonly others: ReadonlyMap<string, RoleRules>
  readonly account_cidr_ranges: readonly string[] | null
  readonly groups: readonly Group[]
}

interface Changes {
  readonly gained: Action[]
  readonly lost: Action[]
}

/**
 * Who gains and who loses what by a change of a role: an action, for some payload type in one of the groups or where none is in
 * question, from some address. All roles of a person count together, and people with the same roles are looked at once.
 */
export const changesOfMembers = async (change: RoleChange): Promise<RolePreview['members']> => {
  const concerned = actionsConcerned(change.stored, change.changed, change.client)
  const turn = takingTurns()
  const known = new Map<string, Changes>()
  const changes = []
  for (const { user_reference, roles } of change.members) {
    const key = JSON.stringify([...roles].sort())
    const found = known.get(key) ?? (await changesOf(roles, concerned, change, turn))
    known.set(key, found)
    changes.push({ user_reference, ...found })
  }
  const gaining = changes.filter(({ gained }) => gained.length > 0)
  const losing = changes.filter(({ lost }) => lost.length > 0)
  return {
    total: change.members.length,
    gaining: gaining.length,
    losing: losing.length,
    changes: changes.filter(({ gained, lost }) => gained.length + lost.length > 0).slice(0, mostNamed),
  }
}

const changesOf = async (
  roles: readonly string[],
  concerned: readonly Action[],
  change: RoleChange,
  turn: () => Promise<void>,
): Promise<Changes> => {
  const { pairs, compiled } = await pairsOfAccess(roles, change, turn)
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
    const { gains, loses } = await inTurns(changeOfActionInSteps(action, before, after, groups))
    change.gains ||= gains
    change.loses ||= loses
    if (change.gains && change.loses) return change
  }
  return change
}

/** What roles allow before and after the change, once for every different pair that some address makes. */
const pairsOfAccess = async (
  roles: readonly string[],
  { client, stored, changed, others, account_cidr_ranges }: RoleChange,
  turn: () => Promise<void>,
): Promise<{ pairs: AccessPair[]; compiled: CompiledRoles[] }> => {
  const kept = roles.flatMap((role) => (role === changed.role_reference ? [] : (others.get(role) ?? [])))
  const [rulesBefore, rulesAfter] = [
    [...kept, ...(stored ? [stored] : [])],
    [...kept, changed],
  ]
  const before = await inTurns(compileRolesInSteps(rulesBefore, { client }))
  const after = await inTurns(compileRolesInSteps(rulesAfter, { client }))
  const pairs = new Map<Access, Map<Access, AccessPair>>()
  for (const address of differingAddresses([before, after], { account_cidr_ranges })) {
    const caller = { address, account_cidr_ranges }
    const pair = { before: accessFor(before, caller), after: accessFor(after, caller) }
    const known = pairs.get(pair.before) ?? new Map<Access, AccessPair>()
    pairs.set(pair.before, known.set(pair.after, pair))
    await turn()
  }
  return { pairs: [...pairs.values()].flatMap((ofBefore) => [...ofBefore.values()]), compiled: [before, after] }
}
