import { limits } from '@holdfast/contract'
import Papa from 'papaparse'

/** A table as a file has it. */
export interface Table {
  headers: readonly string[]
  rows: readonly TableRow[]
}

export interface TableRow {
  /** As in a spreadsheet: the headers are row 1. */
  number: number
  cells: readonly string[]
}

/** Why a file cannot be read, with the row or line where it is known. */
export interface TableProblem {
  problem: 'empty' | 'too_large' | 'too_many' | 'not_utf8' | 'quotes' | 'no_rows'
  at?: number
}

const newline = 0x0a
const delimiters = [',', ';', '\t', '|']

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The first line that is not UTF-8. A line ends at the same byte in all encodings that people confuse with UTF-8. */
const firstWrongLine = (bytes: Uint8Array): number => {
  let line = 1
  let start = 0
  for (;;) {
    const end = bytes.indexOf(newline, start)
    if (!isUtf8(bytes.subarray(start, end < 0 ? bytes.length : end))) return line
    if (end < 0) return line
    start = end + 1
    line += 1
  }
}

/** Reads a file of at most 32 MiB. It must be UTF-8; nothing is guessed. */
export const readFile = async (file: Blob): Promise<Table | TableProblem> => {
  if (file.size > limits.maxImportBytes) return { problem: 'too_large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!isUtf8(bytes)) return { problem: 'not_utf8', at: firstWrongLine(bytes) }
  return readText(new TextDecoder().decode(bytes))
}

/** The delimiter that gives the most headers; the library's guess fails for few columns. */
const delimiterOf = (text: string): string =>
  delimiters
    .map((delimiter) => ({
      delimiter,
      headers: Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0,
    }))
    .reduce((best, one) => (one.headers > best.headers ? one : best)).delimiter

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Reads a table with any of the usual delimiters and line ends, with or without quotes and byte order mark. */
export const readText = (text: string): Table | TableProblem => {
  if (text.length > limits.maxImportBytes) return { problem: 'too_large' }
  const plain = text.replace(/^\ufeff/, '')
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter: delimiterOf(plain) })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) return { problem: 'quotes', at: (broken.row ?? 0) + 1 }
  const [headers = [], ...rest] = data
  if (isBlank(headers)) return { problem: 'empty' }
  const rows = rest.map((cells, index) => ({ number: index + 2, cells })).filter(({ cells }) => !isBlank(cells))
  if (rows.length === 0) return { problem: 'no_rows' }
  if (rows.length > limits.maxImportRows) return { problem: 'too_many' }
  return { headers: headers.map((header) => header.trim()), rows }
}
