import { randomInt } from 'node:crypto'
import type { PayloadState, PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import { preparedStatement, type Statement, type TenantTransaction } from '../../../platform/database/index.ts'

/** Each counter consists of several rows, so that concurrent uploads in one group on one day rarely wait for the same row. */
const slots = 4

/** The `day` of rows that count all days. */
export const allDays = '-infinity'

export interface Count {
  group: string
  payload_type: PayloadType
  payload_state: PayloadState
  /** The payload is counted on the UTC day of this time. */
  payload_time: string
  by: number
}

const addCounts = preparedStatement('add payload counts', (db, { client, rows }: { client: string; rows: string }) =>
  db
    .insertInto('payload_counters')
    .columns(['client', 'group', 'payload_type', 'payload_state', 'day', 'slot', 'payloads'])
    .expression(
      sql`select ${client}::text, "group", payload_type, payload_state, day, slot, payloads
        from json_populate_recordset(null::payload_counters, ${rows}::json)`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'group', 'payload_type', 'payload_state', 'day', 'slot'])
        .doUpdateSet((eb) => ({ payloads: eb('payload_counters.payloads', '+', eb.ref('excluded.payloads')) })),
    ),
)

/** The statement that updates the counters behind the totals of lists, in the transaction of the change. */
export const counterStatement = (
  { client }: Pick<TenantTransaction, 'client'>,
  counts: readonly Count[],
): Statement => {
  const slot = randomInt(slots)
  const rows = summed(counts).map(({ by, ...key }) => ({ ...key, slot, payloads: by }))
  return addCounts({ client, rows: JSON.stringify(rows) })
}

interface DayCount {
  group: string
  payload_type: PayloadType
  payload_state: PayloadState
  day: string
  by: number
}

/** One row per key, sorted, so that two transactions that count the same keys cannot deadlock. */
const summed = (counts: readonly Count[]): DayCount[] => {
  const byKey = new Map<string, DayCount>()
  for (const { payload_time, by, ...rest } of counts) {
    for (const day of [payload_time.slice(0, 10), allDays]) {
      const key = [rest.group, rest.payload_type, rest.payload_state, day].join('\n')
      byKey.set(key, { ...rest, day, by: by + (byKey.get(key)?.by ?? 0) })
    }
  }
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}
