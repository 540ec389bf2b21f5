import { randomInt } from 'node:crypto'
import type { PayloadState, PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import { preparedStatement, type Statement, type TenantTransaction } from '../../platform/database/index.ts'

/** Each counter is spread over slots, so that uploads of one group on one day don't wait for each other's row. */
const slots = 4

/** The day of the rows that count all days. */
export const everyDay = '-infinity'

export interface Count {
  group: string
  payload_type: PayloadType
  payload_state: PayloadState
  /** Whose UTC day counts. */
  payload_time: string
  by: number
}

const addUp = preparedStatement('add payload counts', (builder, { client, rows }: { client: string; rows: string }) =>
  builder
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

/** The statement that adds to the counters that answer `total`, in the transaction of the change. */
export const countingStatement = (
  { client }: Pick<TenantTransaction, 'client'>,
  counts: readonly Count[],
): Statement => {
  const slot = randomInt(slots)
  const rows = summed(counts).map(({ by, ...key }) => ({ ...key, slot, payloads: by }))
  return addUp({ client, rows: JSON.stringify(rows) })
}

interface DayCount {
  group: string
  payload_type: PayloadType
  payload_state: PayloadState
  day: string
  by: number
}

/** One row a key, in one order for everybody: two transactions that count the same keys can't deadlock. */
const summed = (counts: readonly Count[]): DayCount[] => {
  const byKey = new Map<string, DayCount>()
  for (const { payload_time, by, ...rest } of counts) {
    for (const day of [payload_time.slice(0, 10), everyDay]) {
      const key = [rest.group, rest.payload_type, rest.payload_state, day].join('\n')
      byKey.set(key, { ...rest, day, by: by + (byKey.get(key)?.by ?? 0) })
    }
  }
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}
