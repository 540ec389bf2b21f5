import { type Action, allActions, isPayloadAction, type PayloadType, payloadTypes } from '@holdfast/contract'
import type { Access } from './access.ts'
import { actionsAlike } from './actions-alike.ts'
import { accessesFromEverywhere } from './everywhere.ts'
import type { Group } from './group.ts'
import type { Steps } from './steps.ts'

/** From which group somebody moves, and to which. */
export interface Move {
  readonly from: Group
  readonly to: Group
}

/** Something that a move would let its author do with what the person records afterwards. */
export interface MoveProblem {
  readonly action: Action
  /** Null if the action has no payload type. */
  readonly payload_type: PayloadType | null
  readonly message: string
}

const anyType = [undefined] as const

/**
 * Nobody may gain access to somebody's data by moving them to another group. Finds the first thing that the holder of `access` could do
 * in the new group and not in the old one, from any address that their roles name; null if there is none.
 */
export const moveProblem = (access: Access, { from, to }: Move): MoveProblem | null => {
  for (const { access: there } of accessesFromEverywhere(access.roles)) {
    for (const action of allActions) {
      for (const payload_type of isPayloadAction(action) ? payloadTypes : anyType) {
        const of = payload_type === undefined ? {} : { payload_type }
        if (there.can(action, { ...of, group: to }) && !there.can(action, { ...of, group: from })) {
          return { action, payload_type: payload_type ?? null, message: messageOf(action, payload_type) }
        }
      }
    }
  }
  return null
}

const messageOf = (action: Action, type: PayloadType | undefined): string =>
  `You can't move this person, because it would let you do ${action}${type === undefined ? '' : ` for ${type}`} with what they record from then on, which you can't now.`

/** Something that somebody can do with what a person records before or after a move, and not on both sides. */
export interface MoveDifference {
  readonly action: Action
  /** Null if the action has no payload type. */
  readonly payload_types: readonly PayloadType[] | null
}

/** What is about single people and what they record. Other actions in a group are not touched by who is in it. */
const concernsPeople =
  /^(payloads|comments|receipts|reviews|legal_holds|devices|device_users|personal_numbers|carrier_records|alerts|audit|gps|logs|telemetry):/

/**
 * Everything that somebody could do with what people record after a move to one group, and not before, and the other way round, in the
 * contract's order of actions. What they may do in only some of the groups before is both gained and kept.
 * @param accesses of the somebody, from each address that counts
 */
export function* moveDifferencesInSteps(
  accesses: readonly Access[],
  { from, to }: { from: readonly Group[]; to: Group },
): Steps<{ gained: MoveDifference[]; lost: MoveDifference[] }> {
  const gained = new Map<Action, Set<PayloadType>>()
  const lost = new Map<Action, Set<PayloadType>>()
  const after = [to]
  const concerning = allActions.filter((action) => concernsPeople.test(action))
  for (const access of accesses) {
    for (const alike of actionsAlike(concerning, [access.roles])) {
      const [example] = alike
      if (example === undefined) continue
      for (const payload_type of isPayloadAction(example) ? payloadTypes : anyType) {
        const had = (yield* access.groupsForInSteps(example, from, payload_type)).length
        const has = (yield* access.groupsForInSteps(example, after, payload_type)).length > 0
        if (has && had < from.length) note(gained, alike, payload_type)
        if (!has && had > 0) note(lost, alike, payload_type)
      }
    }
  }
  return { gained: listOf(gained), lost: listOf(lost) }
}

const note = (
  found: Map<Action, Set<PayloadType>>,
  actions: readonly Action[],
  type: PayloadType | undefined,
): void => {
  for (const action of actions) {
    const types = found.get(action) ?? new Set<PayloadType>()
    if (type !== undefined) types.add(type)
    found.set(action, types)
  }
}

const listOf = (found: ReadonlyMap<Action, ReadonlySet<PayloadType>>): MoveDifference[] =>
  allActions.flatMap((action) => {
    const types = found.get(action)
    if (!types) return []
    return { action, payload_types: isPayloadAction(action) ? payloadTypes.filter((type) => types.has(type)) : null }
  })
