import type { PlayedRange, ReviewMark } from '@holdfast/contract'
import { addressGiven, openingsBy, type PayloadRow, type TenantTransaction } from '../../platform/database/index.ts'

/**
 * What somebody opened of a recording. Asking for its content and getting it are two facts: a call that was opened and not played is
 * requested only. `null`: there is nothing that anybody could open.
 */
export type Opened = Pick<ReviewMark, 'is_opened' | 'is_requested' | 'heard_seconds'>

/** Aborted and blocked calls have no content. Nobody is shown the content of calls with personal numbers. */
const hasContent = ({ payload_state, is_personal_number }: PayloadRow): boolean =>
  !is_personal_number && payload_state !== 'NotRecorded'

/** What somebody opened of these recordings before now, by their references, from the chain of custody. */
export const openedBy = async (
  tx: TenantTransaction,
  person: string,
  payloads: readonly PayloadRow[],
): Promise<ReadonlyMap<string, Opened>> => {
  const events = await openingsBy(
    tx,
    person,
    payloads.map(({ payload_reference }) => payload_reference),
  )
  const byPayload = Map.groupBy(events, ({ payload_reference }) => payload_reference)
  return new Map(
    payloads.map((payload) => {
      const own = byPayload.get(payload.payload_reference) ?? []
      const ranges = own.flatMap(({ event, details }) =>
        event === 'payload.listened' && details.attachment === undefined ? (details.played as PlayedRange[]) : [],
      )
      return [
        payload.payload_reference,
        {
          is_opened: hasContent(payload) ? own.some(({ event }) => event !== addressGiven) : null,
          is_requested: hasContent(payload) ? own.length > 0 : null,
          heard_seconds: ranges.length > 0 ? secondsHeard(ranges) : null,
        },
      ]
    }),
  )
}

/** How many seconds of a recording these ranges cover, in hundredths; what was played twice counts once. */
export const secondsHeard = (ranges: readonly Pick<PlayedRange, 'from_s' | 'to_s'>[]): number => {
  let seconds = 0
  let heardTo = 0
  for (const { from_s, to_s } of ranges.toSorted((one, other) => one.from_s - other.from_s)) {
    seconds += Math.max(0, to_s - Math.max(from_s, heardTo))
    heardTo = Math.max(heardTo, to_s)
  }
  return Math.round(seconds * 100) / 100
}
