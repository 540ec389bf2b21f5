import { randomInt } from 'node:crypto'
import type { PayloadState, PayloadType } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

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

/** Adds to the counters that answer `total`, in the transaction of the change. */
export const countPayloads = async (tx: TenantTransaction, counts: readonly Count[]): Promise<void> => {
  const slot = randomInt(slots)
  const rows = summed(counts).map(({ by, ...key }) => ({ client: tx.client, ...key, slot, payloads: by }))
  if (rows.length === 0) return
  await tx.db
    .insertInto('payload_counters')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'group', 'payload_type', 'payload_state', 'day', 'slot'])
        .doUpdateSet((eb) => ({ payloads: eb('payload_counters.payloads', '+', eb.ref('excluded.payloads')) })),
    )
    .execute()
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
