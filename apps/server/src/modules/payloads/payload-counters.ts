import { randomInt } from 'node:crypto'
import type { PayloadType } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** Each counter is spread over slots, so that uploads of one group on one day don't wait for each other's row. */
const slots = 16

export interface Count {
  group: string
  payload_type: PayloadType
  payload_state: string
  /** Whose UTC day counts. */
  payload_time: string
  by: number
}

/** Adds to the counters that answer `total`, in the transaction of the change. */
export const countPayloads = async (tx: TenantTransaction, counts: readonly Count[]): Promise<void> => {
  const slot = randomInt(slots)
  const rows = summed(counts).map(({ by, payload_time, ...key }) => ({
    client: tx.client,
    ...key,
    day: payload_time.slice(0, 10),
    slot,
    payloads: by,
  }))
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

/** One row a key, in one order for everybody: two transactions that count the same keys can't deadlock. */
const summed = (counts: readonly Count[]): Count[] => {
  const byKey = new Map<string, Count>()
  for (const count of counts) {
    const key = [count.group, count.payload_type, count.payload_state, count.payload_time.slice(0, 10)].join('\n')
    const known = byKey.get(key)
    byKey.set(key, known ? { ...known, by: known.by + count.by } : count)
  }
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}
