import { type Action, allActions, isPayloadAction, type PayloadType, payloadTypes } from '@holdfast/contract'
import type { Access } from './access.ts'
import { actionsAlike } from './actions-alike.ts'
import { accessesFromEverywhere } from './everywhere.ts'
import type { Group } from './group.ts'
import type { Steps } from './steps.ts'

/** A group before and after a change. The reference is the same. */
export interface GroupChange {
  readonly before: Group
  readonly after: Group
}

/** Something that a change of a group would let somebody do there that they can't do now. */
export interface GainProblem {
  readonly group_reference: string
  readonly action: Action
  /** Null if no payload type is in question. */
  readonly payload_type: PayloadType | null
  readonly message: string
}

/**
 * Nobody may gain access by changing the tags of a group. Finds the first thing that the holder of `access` could do in a group
 * afterwards and not before, or null if there is none. Their roles count from every address, not only from the present one, so
 * that nobody prepares a group from home for what they may do from the office.
 *
 * Looks at each group once per action, representative address and set of payload types for which the same roles are live.
 */
export const gainProblem = (access: Access, changes: readonly GroupChange[]): GainProblem | null => {
  const before = changes.map((change) => change.before)
  const after = changes.map((change) => change.after)
  for (const { access: there } of accessesFromEverywhere(access.roles)) {
    for (const action of allActions) {
      const gained = gainIn(there, action, before, after)
      if (gained) return { ...gained, action, message: messageOf(action, gained.payload_type) }
    }
  }
  return null
}

type Gained = Pick<GainProblem, 'group_reference' | 'payload_type'>

const gainIn = (
  access: Access,
  action: Action,
  before: readonly Group[],
  after: readonly Group[],
): Gained | undefined => {
  if (!isPayloadAction(action)) {
    const group_reference = firstNew(access.groupsFor(action, before), access.groupsFor(action, after))
    if (group_reference !== undefined) return { group_reference, payload_type: null }
  }
  const had = access.visibility(action, before)
  for (const { payload_types, groups } of access.visibility(action, after)) {
    // Allowed in every group, so it was allowed before the change.
    if (groups === 'all') continue
    for (const payload_type of payload_types) {
      const known = had.find((row) => row.payload_types.includes(payload_type))?.groups ?? []
      const group_reference = known === 'all' ? undefined : firstNew(known, groups)
      if (group_reference !== undefined) return { group_reference, payload_type }
    }
  }
  return undefined
}

const firstNew = (before: readonly string[], after: readonly string[]): string | undefined => {
  const known = new Set(before)
  return after.find((reference) => !known.has(reference))
}

const messageOf = (action: Action, type: PayloadType | null): string =>
  `You can't change the group like this, because it would let you do ${action}${type === null ? '' : ` for ${type}`} there, which you can't now.`

/** Something that a change of a group lets somebody do there that they could not do before. */
export interface Gain {
  readonly action: Action
  readonly group_reference: string
  /** Null if the action has no payload type. */
  readonly payload_types: readonly PayloadType[] | null
}

/**
 * Everything that changes of groups let somebody do that they could not do before, by action in the contract's order and group.
 * @param accesses of the person, from each address that counts
 */
export function* gainsInSteps(accesses: readonly Access[], changes: readonly GroupChange[]): Steps<Gain[]> {
  const before = changes.map((change) => change.before)
  const after = changes.map((change) => change.after)
  const found = new Map<Action, Map<string, Set<PayloadType>>>()
  for (const access of accesses) {
    for (const alike of actionsAlike(allActions, [access.roles])) {
      const [example] = alike
      if (example === undefined) continue
      for (const { group_reference, payload_type } of yield* newIn(access, example, before, after)) {
        for (const action of alike) {
          const groups = found.get(action) ?? new Map<string, Set<PayloadType>>()
          const types = groups.get(group_reference) ?? new Set<PayloadType>()
          if (payload_type !== null) types.add(payload_type)
          found.set(action, groups.set(group_reference, types))
        }
      }
    }
  }
  return allActions.flatMap((action) =>
    [...(found.get(action) ?? [])].map(([group_reference, types]) => ({
      action,
      group_reference,
      payload_types: isPayloadAction(action) ? payloadTypes.filter((type) => types.has(type)) : null,
    })),
  )
}

function* newIn(access: Access, action: Action, before: readonly Group[], after: readonly Group[]): Steps<Gained[]> {
  const asked: (PayloadType | undefined)[] = isPayloadAction(action) ? [...payloadTypes] : [undefined]
  const gained: Gained[] = []
  for (const payload_type of asked) {
    const had = new Set(yield* access.groupsForInSteps(action, before, payload_type))
    for (const group_reference of yield* access.groupsForInSteps(action, after, payload_type)) {
      if (!had.has(group_reference)) gained.push({ group_reference, payload_type: payload_type ?? null })
    }
  }
  return gained
}
