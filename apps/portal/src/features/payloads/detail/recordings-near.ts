import { calls, type Payload, type PayloadType } from '@holdfast/contract'
import { readApi } from '../../../shared/api/client.ts'
import { dateParameter } from '../../../shared/list/period.ts'
import { mostEachWay, type SplitRows, splitAt } from './split-at.ts'

const hourMs = 60 * 60_000
/** Recordings of the same second are read with both. */
const readEachWay = 2 * mostEachWay
const mostNumbers = 100

/** Reads the recordings of the same person, and with the same numbers, within an hour before and after a recording. */
export const readRecordingsNear = async (
  payload: Payload,
  payload_types: readonly PayloadType[],
  signal: AbortSignal,
): Promise<SplitRows<Payload>> => {
  const time = Date.parse(payload.payload_time)
  const at = (offsetMs: number) => dateParameter(new Date(time + offsetMs))
  const { device_user_reference: person, device_reference } = payload
  const numbers = [...new Set(payload.numbers)].filter((number) => number !== null).slice(0, mostNumbers)
  const subjects = [
    person === null ? { device_references: [device_reference] } : { device_user_references: [person] },
    ...(numbers.length > 0 ? [{ numbers }] : []),
  ]
  const read = (of: (typeof subjects)[number], sort: 'asc' | 'desc') => {
    const dates =
      sort === 'desc' ? { date_from: at(-hourMs), date_to: at(0) } : { date_from: at(0), date_to: at(hourMs) }
    const filter = { ...of, ...dates, payload_types: [...payload_types], is_deleted: false }
    return readApi(calls.listPayloads, { query: { filter, sort, limit: readEachWay }, signal })
  }
  const pages = await Promise.all(subjects.flatMap((of) => [read(of, 'desc'), read(of, 'asc')]))
  return splitAt(
    payload,
    pages.flatMap((page) => ('items' in page ? page.items : [])),
  )
}
