import type { DemoCustomer } from '../demo-customers.ts'
import { type Batch, fillBatches, pendingOf } from './batch.ts'
import { dayBatches, type HistoryParts } from './day-batches.ts'
import { forgetUnfinished } from './forget-unfinished.ts'
import { handsetBatch } from './handset-batch.ts'
import type { MediaShelf } from './media-shelf.ts'
import { peopleBatch } from './people-batch.ts'
import { planPersonalNumbers } from './personal-numbers.ts'
import { planHandsets } from './plan-handsets.ts'
import { planPayloads } from './plan-payloads.ts'
import { reportBatch } from './report-batch.ts'
import { sealingKeys } from './seal-content.ts'

export interface PastSize {
  /** How many days the history covers. */
  days: number
  /** Approximate number of recordings. */
  volume: number
}

/**
 * Writes the customers' history up to the moment when their account was opened. The plan is the same every time, and
 * existing batches are not changed, so an interrupted run can be repeated.
 */
export const fillPast = async (
  parts: HistoryParts,
  shelf: MediaShelf,
  customers: readonly { customer: DemoCustomer; size: PastSize }[],
): Promise<void> => {
  const pasts = []
  for (const { customer, size } of customers) pasts.push(await pendingBatches(parts, shelf, customer, size))
  await fillBatches(parts.database, inTurns(pasts))
}

/** Interleaves the customers' batches: the handsets of every customer come first, the oldest days last. */
const inTurns = (pasts: readonly (readonly Batch[])[]): Batch[] => {
  const longest = Math.max(0, ...pasts.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => pasts.flatMap((past) => past.slice(turn, turn + 1))).flat()
}

const pendingBatches = async (
  parts: HistoryParts,
  shelf: MediaShelf,
  customer: DemoCustomer,
  { days, volume }: PastSize,
): Promise<Batch[]> => {
  const { client } = customer
  const { database, objects, clientKeys } = parts
  const anchor = await openedAt(database, client)
  const handsets = planHandsets(customer, anchor, days)
  const personalNumbers = planPersonalNumbers(customer, handsets)
  const payloads = await planPayloads({ customer, handsets, shelf, anchor, days, volume }, personalNumbers)
  const keys = await sealingKeys(database, clientKeys, client)
  const pending = await pendingOf(database, client, [
    handsetBatch(customer, handsets, personalNumbers, payloads, anchor),
    peopleBatch(customer, payloads, anchor),
    reportBatch(customer, handsets, payloads, anchor),
    ...dayBatches({ parts, customer, payloads, keys, anchor }),
  ])
  const unfinished = new Set(pending.flatMap(({ payload_references }) => payload_references))
  if (unfinished.size > 0) await forgetUnfinished(objects, client, (reference) => unfinished.has(reference))
  return pending
}

/** When the customer's account was opened, in milliseconds since 1970. The history ends there. */
export const openedAt = (database: HistoryParts['database'], client: string): Promise<number> =>
  database.read(client, async (tx) => {
    const { created_at } = await tx.db
      .selectFrom('clients')
      .select('created_at')
      .where('client', '=', client)
      .executeTakeFirstOrThrow()
    return Date.parse(created_at)
  })
