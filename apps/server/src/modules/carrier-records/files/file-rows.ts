import { setImmediate } from 'node:timers/promises'
import { type CarrierMapping, limits } from '@holdfast/contract'
import { parse } from 'csv-parse'

/** A row as it is in the file: its cells, or `null` if it and what follows it could not be read. */
export interface FileRow {
  row_number: number
  cells: string[] | null
}

const maxRowCharacters = 64 * 1024
/** A piece is parsed in one go, which holds up everything else; so pieces are small. */
const pieceBytes = 8 * 1024

/**
 * The rows of a file, without empty ones and without columns beyond `limits.maxCarrierColumns`. A quotation mark that is not closed makes the
 * rest of a file unreadable, as does a row that is too long: reading ends there, and the last row has no cells.
 */
export async function* fileRows(
  bytes: AsyncIterable<Uint8Array>,
  { delimiter, encoding }: Pick<CarrierMapping, 'delimiter' | 'encoding'>,
): AsyncGenerator<FileRow> {
  let isBroken = false
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: maxRowCharacters,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record: (cells: string[]) => cells.slice(0, limits.maxCarrierColumns),
    on_skip: () => {
      isBroken = true
      return undefined
    },
  })
  const feed = async (): Promise<void> => {
    const decoder = new TextDecoder(encoding)
    for await (const piece of piecesOf(bytes)) {
      if (isBroken || parser.destroyed) break
      if (!parser.write(decoder.decode(piece, { stream: true }))) {
        await new Promise((resolve) => parser.once('drain', resolve))
      }
    }
    parser.end(decoder.decode())
  }
  feed().catch((error: unknown) => parser.destroy(error instanceof Error ? error : new Error(String(error))))
  let row_number = 0
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (cells.every((cell) => cell.trim() === '')) continue
    row_number += 1
    yield { row_number, cells }
  }
  if (isBroken) yield { row_number: row_number + 1, cells: null }
}

/** Others get their turn after each piece. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      await setImmediate()
      yield chunk.subarray(from, from + pieceBytes)
    }
  }
}

/** What is kept of a row that was not imported. */
export const keptCells = (cells: readonly string[] | null): string[] =>
  (cells ?? [])
    .slice(0, limits.maxCarrierColumns)
    .map((cell) => cell.replaceAll('\u0000', '\ufffd').slice(0, limits.maxCarrierCellCharacters).toWellFormed())
