import { type Action, isPayloadAction, payloadTypes } from '@holdfast/contract'
import type { Access } from './access.ts'
import type { Group } from './group.ts'
import { finish, type Steps } from './steps.ts'

export interface ActionChange {
  readonly gains: boolean
  readonly loses: boolean
}

/** Where an action is allowed for one payload type, or without one. */
export interface Reach {
  readonly withoutGroup: boolean
  /** In the order of the given groups. Payload types with the same groups share one list. */
  readonly groups: readonly string[]
}

/**
 * Whether a change allows an action in a group, or without a group, where it was not allowed before, and whether it removes it
 * where it was.
 * @param groups without duplicates
 */
export const changeOfAction = (action: Action, before: Access, after: Access, groups: readonly Group[]): ActionChange =>
  finish(changeOfActionInSteps(action, before, after, groups))

/** `changeOfAction` in steps, for many groups or large roles. */
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

/** Where an action is allowed, for each payload type in their order, or once if it has none. `every`: the references of `groups`. */
export function* reachesOf(
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

/** How many of `formerly` are also in `allowed`. Both are in the order of `every`. */
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
