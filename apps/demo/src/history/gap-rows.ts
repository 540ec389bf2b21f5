import type { Tables } from '@holdfast/server'
import type { Insertable } from 'kysely'
import type { PlannedPayload } from './planned-payload.ts'
import { minuteMs } from './time-spans.ts'

/** Numbers that no recording of a handset has, or had until `closed`. */
interface PlannedGap {
  before: PlannedPayload
  after: PlannedPayload
  first_missing: number
  last_missing: number
  /** The recording that arrived after all. */
  closed: PlannedPayload | null
  explanation: { reason: 'switched_off' | 'other'; text: string } | null
}

/** Further recordings that arrived after the one that follows them are not shown. */
const mostClosed = 8

/** The earliest gaps are explained already. */
const explanations = [
  { reason: 'switched_off', text: 'The battery was replaced. The carrier confirms that there were no calls.' },
  { reason: 'other', text: 'Test calls of the device team, which were removed from the handset.' },
] as const

/** The gaps of a customer's handsets, the earliest first, and those that were closed by late recordings. */
export const planGaps = (payloads: readonly PlannedPayload[]): PlannedGap[] => {
  const ofHandsets = Map.groupBy(payloads, ({ handset }) => handset)
  const ordered = [...ofHandsets.values()].map((all) => all.toSorted((a, b) => a.sequence - b.sequence))
  const open = ordered.flatMap(missingOf).toSorted((a, b) => a.after.at - b.after.at)
  const closed = ordered.flatMap(closedOf).toSorted((a, b) => b.after.at - a.after.at)
  return [
    ...open.map((gap, place) => ({ ...gap, explanation: explanations[place] ?? null })),
    ...closed.slice(0, mostClosed),
  ]
}

const missingOf = (payloads: readonly PlannedPayload[]): PlannedGap[] =>
  payloads.slice(1).flatMap((after, index) => {
    const before = payloads[index]
    if (!before || after.sequence === before.sequence + 1) return []
    const [first_missing, last_missing] = [before.sequence + 1, after.sequence - 1]
    return [{ before, after, first_missing, last_missing, closed: null, explanation: null }]
  })

/** Single recordings that were registered after the one that follows them. */
const closedOf = (payloads: readonly PlannedPayload[]): PlannedGap[] =>
  payloads.slice(2).flatMap((after, index) => {
    const [before, late] = [payloads[index], payloads[index + 1]]
    if (!before || !late || after.sequence !== before.sequence + 2) return []
    const isLate = late.registered_at > after.registered_at && before.registered_at < after.registered_at
    if (!isLate) return []
    const { sequence } = late
    return [{ before, after, first_missing: sequence, last_missing: sequence, closed: late, explanation: null }]
  })

/** @param officer `user_reference` of the person who explains gaps */
export const gapRow = (client: string, gap: PlannedGap, officer: string): Insertable<Tables['sequence_gaps']> => {
  const { before, after, closed, explanation, first_missing, last_missing } = gap
  const { device_reference, person } = after.handset
  const seen_since = new Date(after.registered_at)
  const explained_at = explanation && new Date(after.registered_at + 90 * minuteMs)
  return {
    client,
    gap_reference: after.payload_reference,
    device_reference,
    device_user_reference: person.device_user_reference,
    group: person.group,
    first_missing,
    last_missing,
    before_time: new Date(before.at),
    after_time: new Date(after.at),
    seen_since,
    closed_at: closed && new Date(closed.registered_at),
    reason: explanation?.reason ?? null,
    explanation: explanation?.text ?? null,
    explained_at,
    explained_by: explanation && officer,
    version: explanation ? 2 : 1,
    updated_at: explained_at ?? seen_since,
    updated_by: explanation ? officer : device_reference,
  }
}

/** What the handsets of open gaps reported before they were switched on again: an empty battery, a full storage. */
const reported = [
  { battery_level_percent: 1, battery_charging: false },
  { storage_total: 128_000_000_000, storage_free: 0 },
]

export const gapReportRows = (client: string, gaps: readonly PlannedGap[]): Insertable<Tables['device_telemetry']>[] =>
  gaps
    .filter(({ closed }) => closed === null)
    .slice(-reported.length)
    .map(({ before, after: { handset } }, place) => {
      const collected = new Date(before.at + minuteMs)
      const { device_reference, person } = handset
      return {
        client,
        telemetry_id: `${collected.toISOString()}/${device_reference}`,
        device_reference,
        group: person.group,
        collected_at: collected,
        received_at: collected,
        telemetry: JSON.stringify({ reported_at: collected.toISOString(), ...reported[place] }),
      }
    })
