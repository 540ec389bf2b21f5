import type { LegacyRow } from '../../migration-files/index.ts'

const maxRows = 500
/** A call with more rows than this is cut. */
const maxRowsWithParts = 1500
/** Bytes of media that are sealed again if a worker is stopped within a batch. */
const maxMediaBytes = 64 * 1024 * 1024

/** Cuts rows into batches. The rows of one recording, which follow each other, stay together. */
export async function* batchesOf(
  rows: AsyncIterable<LegacyRow>,
  mediaBytesOf: (row: LegacyRow) => number,
): AsyncGenerator<LegacyRow[]> {
  let batch: LegacyRow[] = []
  let bytes = 0
  for await (const row of rows) {
    const isFull = batch.length >= maxRows || bytes >= maxMediaBytes
    if (isFull && (!belongTogether(batch.at(-1), row) || batch.length >= maxRowsWithParts)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(row)
    bytes += mediaBytesOf(row)
  }
  if (batch.length > 0) yield batch
}

const belongTogether = (one: LegacyRow | undefined, other: LegacyRow): boolean =>
  one?.record?.kind === 'payload' && other.record?.kind === 'payload' && one.record.reference === other.record.reference
