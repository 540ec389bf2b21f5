import { limits, type PayloadState } from '@holdfast/contract'
import type { PlannedEvent } from './plan-events.ts'
import type { Damage, PlannedPayload } from './planned-payload.ts'
import type { SeededRandom } from './seeded-random.ts'
import { dayMs, hourMs, minuteMs, secondMs } from './time-spans.ts'

/** Content other than messages is destroyed after this many days, as a retention policy would do. */
export const retentionDays = 30

export type Outcome = Pick<
  PlannedPayload,
  'state' | 'damage' | 'formerState' | 'isLate' | 'registered_at' | 'uploaded_at' | 'processed_at' | 'settled_at'
>

const damages: readonly Damage[] = ['wrong_key', 'tampered', 'truncated', 'checksum']

/** Unusual outcomes are `rarerBy` times as rare among recordings older than the `newest` ones: people have dealt with them. */
const newest = 250
const rarerBy = 5

/** Selects recordings for an unusual outcome by their index among those with content, newest first. */
const isEvery = (place: number, step: number, first: number): boolean =>
  place % (place < newest ? step : step * rarerBy) === first

/**
 * Plans the state of an event's payload and its times.
 * @param place index of the recording among all of the customer's with content, newest first; selects unusual outcomes
 * @param anchor the end of the history, in milliseconds since 1970
 */
export const planOutcome = (event: PlannedEvent, place: number, anchor: number, random: SeededRandom): Outcome => {
  const ended = event.at + (event.content?.media.duration_ms ?? 0)
  const ageMs = anchor - ended
  const isLate = isEvery(place, 157, 53) && ageMs > 14 * dayMs
  const delay = isLate ? limits.lateAfterDays * dayMs + random.between(1, 90) * hourMs : 0
  const registered_at = Math.min(ended + delay + random.between(4, 70) * secondMs, anchor)
  const known = { isLate, registered_at, damage: null, formerState: null }
  if (!event.content) return { ...known, ...nothingElse, state: 'NotRecorded' }
  if (isEvery(place, 149, 37)) return { ...known, state: 'NotRecoverable', ...nothingElse, settled_at: lossOf(event) }
  if (isWaiting(place, ageMs)) {
    return { ...known, state: 'Recorded', ...nothingElse, isLate: ageMs > limits.lateAfterDays * dayMs }
  }
  const uploaded_at = registered_at + random.between(2, 40) * secondMs
  const processed_at = uploaded_at + random.between(300, 1_800)
  if (processed_at >= anchor) return { ...known, ...nothingElse, state: 'Recorded' }
  return { ...known, ...arrived(event, place, { uploaded_at, processed_at }, anchor) }
}

const nothingElse = { uploaded_at: null, processed_at: null, settled_at: null }

/** The newest recordings are not uploaded yet, and neither are a few older ones. */
const isWaiting = (place: number, ageMs: number): boolean => {
  if (place < 3) return ageMs < 3 * dayMs
  return isEvery(place, 173, 71) && ageMs < retentionDays * dayMs
}

const lossOf = ({ at, handset }: PlannedEvent): number => Math.min(at + 3 * dayMs, handset.until + 10 * minuteMs)

const arrived = (
  { handset, message }: PlannedEvent,
  place: number,
  times: { uploaded_at: number; processed_at: number },
  anchor: number,
): Omit<Outcome, 'isLate' | 'registered_at'> => {
  const { uploaded_at, processed_at } = times
  const ordinary = { damage: null, formerState: null, uploaded_at, processed_at, settled_at: null }
  if (handset.status.startsWith('legacy')) {
    return { ...ordinary, state: 'Transferred', settled_at: Math.min(processed_at + dayMs, anchor) }
  }
  const destroyed_at = nextNightAfter(processed_at + retentionDays * dayMs)
  const isMessage = message !== null
  if (!isMessage && destroyed_at < anchor) return { ...ordinary, state: 'Destroyed', settled_at: destroyed_at }
  const damage = damages[Math.floor(place / 41) % damages.length] ?? null
  if (isEvery(place, 41, 13)) return { ...ordinary, state: 'Failed', damage, processed_at: null }
  if (isEvery(place, 131, 17)) return { ...ordinary, state: 'Quarantined', processed_at: null }
  const deleted_at = Math.floor((processed_at + anchor) / 2)
  const formerState: PayloadState = 'Processed'
  if (isEvery(place, 61, 29)) return { ...ordinary, state: 'Deleted', formerState, settled_at: deleted_at }
  return { ...ordinary, state: 'Processed' }
}

/** The next retention run, at 03:10 UTC. */
const nextNightAfter = (at: number): number => Math.ceil(at / dayMs) * dayMs + 3 * hourMs + 10 * minuteMs
