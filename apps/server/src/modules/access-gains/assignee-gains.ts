import {
  type Access,
  type Gain,
  type Group,
  type GroupChange,
  gainsInSteps,
  type MoveDifference,
  moveDifferencesInSteps,
} from '@holdfast/access'
import { type RunningVisit, runningVisits } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'
import {
  type AssigneeKind,
  accessesOf,
  assigneesAfter,
  beforeAllAssignees,
  compiledOf,
  existingRules,
  rolesInUse,
  rolesInVisit,
  withoutVisit,
} from '../explanations/index.ts'
import { rulesOfRoles } from '../roles/index.ts'

/** Somebody who gains access by changed tags. */
export interface GainingAssignee {
  readonly kind: AssigneeKind
  readonly reference: string
  readonly gains: readonly Gain[]
}

/** The running visits. Read before the change's transaction, because staff are stored in the provider's account. */
export const visitsOf = ({ platform, client }: RequestContext): Promise<RunningVisit[]> =>
  runningVisits(platform.database, client)

/** A person, client app or visiting member of staff, with what they may do from each address that makes a difference. */
interface Assignee {
  readonly kind: AssigneeKind
  readonly reference: string
  readonly accesses: readonly Access[]
  /** The same for all who may do the same. */
  readonly key: string
}

/** Everybody who may do something in the account now. */
async function* assigneesWithAccess(tx: TenantTransaction, visits: readonly RunningVisit[]): AsyncGenerator<Assignee> {
  const { client } = tx
  const rules = await rulesOfRoles(tx, [...(await rolesInUse(tx)), ...visits.flatMap(({ roles }) => roles)])
  for await (const { kind, reference, roles, cidr_ranges, visit } of assigneesAfter(tx, visits, beforeAllAssignees)) {
    const key = JSON.stringify([[...roles].sort(), cidr_ranges, visit && reference])
    const account = { client, account_cidr_ranges: cidr_ranges }
    const assigned = visit
      ? rolesInVisit(visit, rules, account)
      : [{ ...account, ...withoutVisit, rules: existingRules(rules, roles) }]
    const accesses = assigned.flatMap((one) => accessesOf(one, compiledOf(one)).map(({ access }) => access))
    yield { kind, reference, accesses: [...new Set(accesses)], key }
  }
}

/**
 * Every person, client app and visiting member of staff who gains access in groups with changed tags, from at least
 * one address. Computed once for each set of roles, because assignees with the same roles gain the same.
 */
export const assigneeGains = async (
  tx: TenantTransaction,
  changes: readonly GroupChange[],
  visits: readonly RunningVisit[],
): Promise<GainingAssignee[]> => {
  const changed = changes.filter(({ before, after }) => JSON.stringify(before.tags) !== JSON.stringify(after.tags))
  if (changed.length === 0) return []
  const known = new Map<string, readonly Gain[]>()
  const gaining: GainingAssignee[] = []
  for await (const { kind, reference, accesses, key } of assigneesWithAccess(tx, visits)) {
    const gains = known.get(key) ?? (await runSteps(gainsInSteps(accesses, changed)))
    known.set(key, gains)
    if (gains.length > 0) gaining.push({ kind, reference, gains })
  }
  return gaining
}

/** Somebody who gains or loses access to what people record, because these move. */
export interface MoveAssignee {
  readonly kind: AssigneeKind
  readonly reference: string
  readonly gained: readonly MoveDifference[]
  readonly lost: readonly MoveDifference[]
}

/** Everybody who gains or loses by a move of people from these groups to another one. */
export const assigneesOfMove = async (
  tx: TenantTransaction,
  move: { from: readonly Group[]; to: Group },
  visits: readonly RunningVisit[],
): Promise<MoveAssignee[]> => {
  const known = new Map<string, Pick<MoveAssignee, 'gained' | 'lost'>>()
  const concerned: MoveAssignee[] = []
  for await (const { kind, reference, accesses, key } of assigneesWithAccess(tx, visits)) {
    const differences = known.get(key) ?? (await runSteps(moveDifferencesInSteps(accesses, move)))
    known.set(key, differences)
    if (differences.gained.length + differences.lost.length > 0) concerned.push({ kind, reference, ...differences })
  }
  return concerned
}

/** Compares many moves: all that anybody gains by each, without telling who. */
export const gainsOfMoves = (
  tx: TenantTransaction,
  visits: readonly RunningVisit[],
): ((move: { from: readonly Group[]; to: Group }) => Promise<MoveDifference[]>) => {
  let distinct: Promise<Assignee['accesses'][]> | undefined
  return async (move) => {
    distinct ??= distinctAccesses(tx, visits)
    const gained: MoveDifference[] = []
    for (const accesses of await distinct)
      gained.push(...(await runSteps(moveDifferencesInSteps(accesses, move))).gained)
    return gained
  }
}

/** What people and apps may do, once for all who may do the same. */
const distinctAccesses = async (tx: TenantTransaction, visits: readonly RunningVisit[]) => {
  const distinct = new Map<string, Assignee['accesses']>()
  for await (const { accesses, key } of assigneesWithAccess(tx, visits)) distinct.set(key, accesses)
  return [...distinct.values()]
}
