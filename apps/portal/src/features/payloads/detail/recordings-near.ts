import { calls, type Payload, type PayloadType } from '@holdfast/contract'
import { readApi } from '../../../shared/api/client.ts'
import { dateParameter } from '../../../shared/list/period.ts'

const hourMs = 60 * 60_000
/** Shown before a recording, and after it. */
export const mostEachWay = 20
/** Those of the same second are read with both. */
const readEachWay = 2 * mostEachWay
const mostNumbers = 100

export interface RecordingsNear {
  /** By time, each the nearest ones. */
  before: readonly Payload[]
  after: readonly Payload[]
  hasMore: boolean
}

type Placed = Pick<Payload, 'payload_time' | 'payload_reference'>

/** In the order of time; recordings of the same moment by their references, as in lists. */
export const inOrder = (one: Placed, other: Placed): number => {
  const apart = Date.parse(one.payload_time) - Date.parse(other.payload_time)
  return apart || (one.payload_reference < other.payload_reference ? -1 : 1)
}

/** Splits recordings at this one, which may be among them, and keeps the nearest. */
export const splitAt = <Row extends Placed>(own: Placed, rows: readonly Row[]) => {
  const others = [...new Map(rows.map((row) => [row.payload_reference, row])).values()]
    .filter(({ payload_reference }) => payload_reference !== own.payload_reference)
    .sort(inOrder)
  const before = others.filter((row) => inOrder(row, own) < 0)
  const after = others.filter((row) => inOrder(row, own) > 0)
  return {
    before: before.slice(-mostEachWay),
    after: after.slice(0, mostEachWay),
    hasMore: before.length > mostEachWay || after.length > mostEachWay,
  }
}

/** Reads the recordings of the same person, and with the same numbers, within an hour before and after a recording. */
export const readRecordingsNear = async (
  payload: Payload,
  payload_types: readonly PayloadType[],
  signal: AbortSignal,
): Promise<RecordingsNear> => {
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
