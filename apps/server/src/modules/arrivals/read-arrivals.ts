import type { PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import { allOf, type TenantTransaction } from '../../platform/database/index.ts'

/** Arrivals of some types in a window. */
export interface ArrivalRange {
  /** Numbers after this one. */
  after: number
  /** Numbers up to this one. */
  until: number
  payload_types: readonly PayloadType[]
  /** For the first window of a configuration: only recordings that arrived later than this. */
  arrivedAfter?: Date | string | undefined
}

const within = ({ client }: TenantTransaction, { after, until, payload_types, arrivedAfter }: ArrivalRange) =>
  allOf([
    sql<boolean>`client = ${client}`,
    sql<boolean>`arrival > ${after} and arrival <= ${until}`,
    sql<boolean>`payload_type = any(${payload_types}::text[])`,
    arrivedAfter === undefined ? undefined : sql<boolean>`arrived_at > ${arrivedAfter}::timestamptz`,
  ])

export interface Arrival {
  arrival: number
  payload_reference: string
  payload_type: PayloadType
}

/** The next arrivals in their order. Fewer than `limit`: the range ends with them. */
export const readArrivals = async (tx: TenantTransaction, range: ArrivalRange, limit: number): Promise<Arrival[]> => {
  const { rows } = await sql<Arrival>`select arrival, payload_reference, payload_type from payload_arrivals
    where ${within(tx, range)} order by arrival limit ${limit}`.execute(tx.db)
  return rows.map((row) => ({ ...row, arrival: Number(row.arrival) }))
}

export const hasArrivals = async (tx: TenantTransaction, range: ArrivalRange): Promise<boolean> =>
  (await readArrivals(tx, range, 1)).length > 0
