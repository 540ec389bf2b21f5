import type { Payload } from '@holdfast/contract'

/** Shown before a recording, and after it. */
export const mostEachWay = 20

type Placed = Pick<Payload, 'payload_time' | 'payload_reference'>

export interface SplitRows<Row> {
  /** By time, each the nearest ones. */
  before: readonly Row[]
  after: readonly Row[]
  hasMore: boolean
}

/** In the order of time; recordings of the same moment by their references, as in lists. */
const inOrder = (one: Placed, other: Placed): number => {
  const apart = Date.parse(one.payload_time) - Date.parse(other.payload_time)
  return apart || (one.payload_reference < other.payload_reference ? -1 : 1)
}

/** Splits recordings at this one, which may be among them, and keeps the nearest. */
export const splitAt = <Row extends Placed>(own: Placed, rows: readonly Row[]): SplitRows<Row> => {
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
