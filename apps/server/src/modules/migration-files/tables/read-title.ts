import { decodedText } from '../decoded-text.ts'
import { columnsInFile } from './column-names.ts'
import { csvRecords } from './csv-records.ts'

const maxTitleBytes = 64 * 1024
const maxTitleColumns = 200

/** The names in the first line of a CSV file, of which at most 64 KiB are read; `null` if it cannot be read. */
export const readTitle = async (bytes: AsyncIterable<Uint8Array>): Promise<string[] | null> => {
  try {
    for await (const record of csvRecords(decodedText(beginning(bytes)))) {
      return 'problem' in record ? null : columnsInFile(record.cells).slice(0, maxTitleColumns)
    }
  } catch (error) {
    if (!(error instanceof TitleTooLong)) throw error
  }
  return null
}

class TitleTooLong extends Error {
  override readonly name = 'TitleTooLong'
}

async function* beginning(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = maxTitleBytes
  for await (const chunk of bytes) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) throw new TitleTooLong()
  }
}
