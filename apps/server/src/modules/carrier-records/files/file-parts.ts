import { limits, ProductError } from '@holdfast/contract'
import type { Database, TenantTransaction } from '../../../platform/database/index.ts'

const partBytes = 1024 * 1024
const lineFeed = 10
const carriageReturn = 13

export interface ReceivedFile {
  bytes: number
  lines: number
  parts: number
}

/**
 * Stores a file in parts as it arrives, each in a transaction of its own: nothing waits for a slow connection. A sweep removes the parts of a
 * file that was broken off.
 * @throws ProductError `carrier_import.too_large`, `carrier_import.too_many_rows`, `request.malformed` if the connection was interrupted
 */
export const receiveFile = async (
  body: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
  store: (part: number, bytes: Buffer) => Promise<void>,
): Promise<ReceivedFile> => {
  let [bytes, lines, parts, last] = [0, 0, 0, lineFeed]
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  const storeWaiting = async (): Promise<void> => {
    if (waitingBytes === 0) return
    await store(parts, Buffer.concat(waiting))
    parts += 1
    waiting = []
    waitingBytes = 0
  }
  for await (const chunk of body) {
    onChunk(chunk)
    bytes += chunk.byteLength
    for (const byte of chunk) {
      // A carriage return ends a line, too, with a line feed behind it or without.
      if (byte === carriageReturn || (byte === lineFeed && last !== carriageReturn)) lines += 1
      // In UTF-16, a zero byte is half of a character.
      if (byte !== 0) last = byte
    }
    if (bytes > limits.maxCarrierFileBytes) {
      throw new ProductError('carrier_import.too_large', { limit_bytes: limits.maxCarrierFileBytes })
    }
    // One line more for the titles.
    if (lines > limits.maxCarrierRows + 1) {
      throw new ProductError('carrier_import.too_many_rows', { limit: limits.maxCarrierRows })
    }
    waiting.push(chunk)
    waitingBytes += chunk.byteLength
    if (waitingBytes >= partBytes) await storeWaiting()
  }
  await storeWaiting()
  return { bytes, lines: last === lineFeed || last === carriageReturn ? lines : lines + 1, parts }
}

export const storePart = async (
  { db, client, now }: TenantTransaction,
  import_reference: string,
  part: number,
  bytes: Buffer,
): Promise<void> => {
  await db.insertInto('carrier_file_parts').values({ client, import_reference, part, bytes, created_at: now }).execute()
}

/** The bytes of a file, one part in memory at a time. */
export async function* fileBytes(database: Database, client: string, import_reference: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const row = await database.read(client, ({ db }) =>
      db
        .selectFrom('carrier_file_parts')
        .select('bytes')
        .where('client', '=', client)
        .where('import_reference', '=', import_reference)
        .where('part', '=', part)
        .executeTakeFirst(),
    )
    if (!row) return
    yield row.bytes
  }
}

export const removeParts = async ({ db, client }: TenantTransaction, import_reference: string): Promise<void> => {
  await db
    .deleteFrom('carrier_file_parts')
    .where('client', '=', client)
    .where('import_reference', '=', import_reference)
    .execute()
}
