import {
  type Action,
  allActions,
  concernsNoGroup,
  isPayloadAction,
  type PayloadType,
  payloadTypes,
} from '@holdfast/contract'
import type { Access } from './access.ts'
import { type Reach, reachesOf } from './access-change.ts'
import { actionsAlike } from './actions-alike.ts'
import type { Group } from './group.ts'
import type { Steps } from './steps.ts'

/** An action that one access allows and another does not, and where. */
export interface AccessDifference {
  readonly action: Action
  /** Null if the action has no payload type. */
  readonly payload_types: readonly PayloadType[] | null
  /** In the order of the groups that were asked about. Empty for an action that concerns no group. */
  readonly groups: readonly string[]
  readonly without_group: boolean
}

/** What one and the same address allows before and after a change. */
export interface AccessPair {
  readonly before: Access
  readonly after: Access
}

interface Found {
  readonly types: Set<PayloadType>
  readonly groups: Set<string>
  without_group: boolean
}

/**
 * Everything that is allowed after a change and not before, and the reverse, from at least one address.
 * @param actions those that the change can concern
 */
export function* accessDifferencesInSteps(
  pairs: readonly AccessPair[],
  groups: readonly Group[],
  actions: readonly Action[] = allActions,
): Steps<{ gained: AccessDifference[]; lost: AccessDifference[] }> {
  const every = groups.map(({ group_reference }) => group_reference)
  const [gained, lost] = [new Map<Action, Found>(), new Map<Action, Found>()]
  for (const { before, after } of pairs) {
    for (const alike of actionsAlike(actions, [before.roles, after.roles])) {
      const [example] = alike
      if (example === undefined) continue
      const asked = concernsNoGroup(example) ? { groups: [], every: [] } : { groups, every }
      const former = yield* reachesOf(example, before, asked.groups, asked.every)
      const present = yield* reachesOf(example, after, asked.groups, asked.every)
      for (const [index, now] of present.entries()) {
        const was = former[index] ?? nowhere
        const type = isPayloadAction(example) ? payloadTypes[index] : undefined
        for (const action of alike) {
          collect(gained, action, type, beyond(was, now))
          collect(lost, action, type, beyond(now, was))
        }
      }
    }
  }
  return { gained: inOrder(gained, groups), lost: inOrder(lost, groups) }
}

const nowhere: Reach = { withoutGroup: false, groups: [] }

/** The part of `reach` that is not in `known`. */
const beyond = (known: Reach, reach: Reach): Reach => {
  const former = new Set(known.groups)
  return {
    withoutGroup: reach.withoutGroup && !known.withoutGroup,
    groups: known.groups === reach.groups ? [] : reach.groups.filter((group) => !former.has(group)),
  }
}

const collect = (found: Map<Action, Found>, action: Action, type: PayloadType | undefined, reach: Reach): void => {
  if (!reach.withoutGroup && reach.groups.length === 0) return
  const known = found.get(action) ?? { types: new Set(), groups: new Set(), without_group: false }
  if (type !== undefined) known.types.add(type)
  for (const group of reach.groups) known.groups.add(group)
  known.without_group ||= reach.withoutGroup
  found.set(action, known)
}

const inOrder = (found: ReadonlyMap<Action, Found>, groups: readonly Group[]): AccessDifference[] =>
  allActions.flatMap((action) => {
    const known = found.get(action)
    if (!known) return []
    return {
      action,
      payload_types: isPayloadAction(action) ? payloadTypes.filter((type) => known.types.has(type)) : null,
      groups: groups.flatMap(({ group_reference }) => (known.groups.has(group_reference) ? group_reference : [])),
      without_group: known.without_group,
    }
  })
