import { type Action, payloadTypes } from '@holdfast/contract'
import type { Access } from './access.ts'
import type { Group } from './group.ts'
import { isPayloadAction } from './payload-actions.ts'
import { finish, type Steps } from './steps.ts'

export interface ActionChange {
  readonly gains: boolean
  readonly loses: boolean
}

/** Where an action is allowed for one payload type, or where none is in question. */
interface Reach {
  readonly withoutGroup: boolean
  /** In the order of the groups that were asked about; the same list for payload types of which the same holds. */
  readonly groups: readonly string[]
}

/**
 * Whether more of an action, and whether less of it, is allowed after a change: in one of `groups`, or where none is in
 * question.
 * @param groups each once
 */
export const changeOfAction = (action: Action, before: Access, after: Access, groups: readonly Group[]): ActionChange =>
  finish(changeOfActionInSteps(action, before, after, groups))

/** As `changeOfAction`, for groups and roles of which there may be many. */
export function* changeOfActionInSteps(
  action: Action,
  before: Access,
  after: Access,
  groups: readonly Group[],
): Steps<ActionChange> {
  const every = groups.map(({ group_reference }) => group_reference)
  const former = yield* reachesOf(action, before, groups, every)
  const compared = new Map<readonly string[], Set<readonly string[]>>()
  let [gains, loses] = [false, false]
  for (const [index, { withoutGroup, groups: allowed }] of (yield* reachesOf(action, after, groups, every)).entries()) {
    const { withoutGroup: wasAllowed, groups: formerly } = former[index] ?? nowhere
    gains ||= withoutGroup && !wasAllowed
    loses ||= wasAllowed && !withoutGroup
    const known = compared.get(formerly) ?? new Set()
    if (known.has(allowed)) continue
    compared.set(formerly, known.add(allowed))
    const kept = countKept(every, formerly, allowed)
    gains ||= allowed.length > kept
    loses ||= formerly.length > kept
  }
  return { gains, loses }
}

const nowhere: Reach = { withoutGroup: false, groups: [] }

function* reachesOf(
  action: Action,
  access: Access,
  groups: readonly Group[],
  every: readonly string[],
): Steps<Reach[]> {
  if (!isPayloadAction(action)) {
    return [{ withoutGroup: access.can(action), groups: yield* access.groupsForInSteps(action, groups) }]
  }
  const rows = yield* access.visibilityInSteps(action, groups)
  return payloadTypes.map((payload_type) => {
    const seen = rows.find(({ payload_types }) => payload_types.includes(payload_type))?.groups ?? nowhere.groups
    return { withoutGroup: access.can(action, { payload_type }), groups: seen === 'all' ? every : seen }
  })
}

/** How many of `formerly` are in `allowed`, too; both are in the order of `every`. */
const countKept = (every: readonly string[], formerly: readonly string[], allowed: readonly string[]): number => {
  if (formerly === allowed) return allowed.length
  let [kept, before, after] = [0, 0, 0]
  for (const group of every) {
    const was = formerly[before] === group
    const is = allowed[after] === group
    if (was) before++
    if (is) after++
    if (was && is) kept++
  }
  return kept
}
