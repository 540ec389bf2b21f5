import { type Objects, recordingsPrefix } from '@holdfast/server'
import type { DemoCustomer } from '../demo-customers.ts'
import { type Batch, fillBatches, pendingOf } from './batch.ts'
import { commandBatches } from './command-batch.ts'
import { dayBatches, type HistoryParts } from './day-batches.ts'
import { handsetBatch } from './handset-batch.ts'
import { peopleBatch } from './people-batch.ts'
import { planPersonalNumbers } from './personal-numbers.ts'
import { planHandsets } from './plan-handsets.ts'
import { planPayloads } from './plan-payloads.ts'
import { reportBatch } from './report-batch.ts'
import type { SampleMedia } from './sample-media.ts'
import { sealingKeys } from './seal-content.ts'
import { telemetryBatch } from './telemetry-batch.ts'

export interface HistorySize {
  /** How many days the history covers. */
  days: number
  /** Approximate number of recordings. */
  volume: number
}

/**
 * Writes the customers' history up to the moment when their account was opened. The plan is the same every time, and
 * existing batches are not changed, so an interrupted run can be repeated.
 * @returns whether anything was missing
 */
export const fillCustomerHistory = async (
  parts: HistoryParts,
  samples: SampleMedia,
  customers: readonly { customer: DemoCustomer; size: HistorySize }[],
): Promise<boolean> => {
  const batchesByCustomer = []
  for (const { customer, size } of customers)
    batchesByCustomer.push(await pendingBatches(parts, samples, customer, size))
  await fillBatches(parts.database, interleaved(batchesByCustomer))
  return batchesByCustomer.some(({ length }) => length > 0)
}

/** Interleaves the customers' batches: the handsets of every customer come first, the oldest days last. */
const interleaved = (batchesByCustomer: readonly (readonly Batch[])[]): Batch[] => {
  const longest = Math.max(0, ...batchesByCustomer.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) =>
    batchesByCustomer.flatMap((history) => history.slice(turn, turn + 1)),
  ).flat()
}

const pendingBatches = async (
  parts: HistoryParts,
  samples: SampleMedia,
  customer: DemoCustomer,
  { days, volume }: HistorySize,
): Promise<Batch[]> => {
  const { client } = customer
  const { database, objects, clientKeys } = parts
  const anchor = await openedAt(database, client)
  const handsets = planHandsets(customer, anchor, days)
  const personalNumbers = planPersonalNumbers(customer, handsets)
  const payloads = await planPayloads({ customer, handsets, samples, anchor, days, volume }, personalNumbers)
  const keys = await sealingKeys(database, clientKeys, client)
  const pending = await pendingOf(database, client, [
    handsetBatch(customer, handsets, personalNumbers, payloads, anchor),
    peopleBatch(customer, payloads, anchor),
    reportBatch(customer, handsets, payloads, anchor),
    ...dayBatches({ parts, customer, payloads, keys, anchor }),
    telemetryBatch(customer, handsets, anchor),
    ...commandBatches(customer, handsets, anchor),
  ])
  const unfinished = new Set(pending.flatMap(({ payload_references }) => payload_references))
  if (unfinished.size > 0) await removeUnfinished(objects, client, (reference) => unfinished.has(reference))
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

/**
 * Removes the objects of interrupted batches. Sealing never gives the same bytes twice, so no row will ever refer to them.
 * @param isUnfinished whether a recording belongs to a batch that is not yet written
 */
const removeUnfinished = async (
  objects: Objects,
  client: string,
  isUnfinished: (payload_reference: string) => boolean,
): Promise<void> => {
  const prefix = recordingsPrefix(client)
  for await (const { key } of objects.list(prefix)) {
    const [payload_reference = ''] = key.slice(prefix.length).split('-')
    if (isUnfinished(payload_reference)) await objects.delete(key)
  }
}
