import type { Database, TenantTransaction } from '@holdfast/server'

/** A part of the history that is written as a whole or not at all. */
export interface Batch {
  client: string
  /** The recordings whose content this batch stores. */
  payload_references: readonly string[]
  /** Whether an earlier run has written this batch. */
  isDone(tx: TenantTransaction): Promise<boolean>
  /**
   * Stores the objects that the rows will refer to.
   * @returns a function that writes the rows
   */
  prepare(): Promise<(tx: TenantTransaction) => Promise<void>>
}

/** The batches that are not yet written, in the given order. */
export const pendingOf = async (database: Database, client: string, batches: readonly Batch[]): Promise<Batch[]> =>
  database.read(client, async (tx) => {
    const pending: Batch[] = []
    for (const batch of batches) if (!(await batch.isDone(tx))) pending.push(batch)
    return pending
  })

/** Two, so that one batch stores objects while the other writes rows. */
const concurrency = 2

/** Writes the batches in approximately the given order. Each is one transaction, so the process can be killed at any time. */
export const fillBatches = (database: Database, batches: readonly Batch[]): Promise<void> =>
  inParallel(batches, concurrency, async (batch) => {
    const write = await batch.prepare()
    await database.transaction(batch.client, write)
  })

/**
 * Processes at most `atATime` items concurrently, in order. After an error it starts no further item, and throws the
 * error when the running ones have finished.
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
