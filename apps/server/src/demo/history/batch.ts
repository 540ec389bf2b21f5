import type { Database, TenantTransaction } from '../../platform/database/index.ts'

/** A part of the history that is filled in whole or not at all. */
export interface Batch {
  client: string
  /** The recordings whose content it stores. */
  payload_references: readonly string[]
  /** Whether it is there already. */
  isDone(tx: TenantTransaction): Promise<boolean>
  /** Stores the objects that its rows will speak of; answers what writes the rows. */
  prepare(): Promise<(tx: TenantTransaction) => Promise<void>>
}

/** Batches that are not there yet, in their order. */
export const pendingOf = async (database: Database, client: string, batches: readonly Batch[]): Promise<Batch[]> =>
  database.read(client, async (tx) => {
    const pending: Batch[] = []
    for (const batch of batches) if (!(await batch.isDone(tx))) pending.push(batch)
    return pending
  })

/** One is stored while another is written. */
const lanes = 2

/** Fills batches in, about in their order: one transaction each, so that a process may be killed at any moment. */
export const fillBatches = (database: Database, batches: readonly Batch[]): Promise<void> =>
  inParallel(batches, lanes, async (batch) => {
    const write = await batch.prepare()
    await database.transaction(batch.client, write)
  })

/**
 * Works on a few items at a time, beginning with the first. After an error no further item is begun, and it is thrown
 * when those under way have ended.
 */
export const inParallel = async <T extends object>(
  items: readonly T[],
  atATime: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((error: unknown) => {
        waiting.length = 0
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atATime }, lane))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}
