import { type ImportOutcome, type ImportRow, limits } from '@holdfast/contract'
import type { PreparedRow } from './import-rows.ts'

/** The outcome of each row by its index; absent while the row was not sent. */
export type Outcomes = readonly (ImportOutcome | undefined)[]

export type SendRows = (rows: ImportRow[]) => Promise<readonly ImportOutcome[]>

interface RunOptions {
  rows: readonly PreparedRow[]
  /** Indexes of the rows to send. Those that have an outcome already were sent by an earlier attempt. */
  indexes: readonly number[]
  outcomes: (ImportOutcome | undefined)[]
  send: SendRows
  signal: AbortSignal
  onProgress: (sent: number) => void
}

/**
 * Sends rows, 100 at a time, one request after the other. After a failure, or a stop, the same call goes on where it ended.
 * @throws what `send` throws
 */
export const sendInBatches = async (options: RunOptions): Promise<void> => {
  const { rows, indexes, outcomes, send, signal, onProgress } = options
  const waiting = indexes.filter((index) => outcomes[index] === undefined)
  const sentBefore = indexes.length - waiting.length
  for (let start = 0; start < waiting.length && !signal.aborted; start += limits.maxReferencesInBatch) {
    const batch = waiting.slice(start, start + limits.maxReferencesInBatch)
    const answered = await send(batch.flatMap((index) => rows[index]?.row ?? []))
    for (const [place, index] of batch.entries()) outcomes[index] = answered[place]
    onProgress(sentBefore + start + batch.length)
  }
}
