import { unescapedCell } from '@holdfast/contract'
import { decodedText } from '../decoded-text.ts'
import type { TableKind } from '../file-kinds.ts'
import { type LegacyFile, type ReadOptions, type RowReading, refused } from '../legacy-rows.ts'
import { say } from '../sentences.ts'
import { type ColumnOf, columnOf } from './column-names.ts'
import { type CsvRecord, csvRecords } from './csv-records.ts'
import { jsonRecords } from './json-records.ts'
import { requiredColumns, tableColumns } from './table-columns.ts'
import { type RowValues, recordOf } from './table-records.ts'

/** The rows of a table, each checked by the rules of the contract. */
export async function* readTable(
  { name, bytes }: LegacyFile,
  kind: TableKind,
  options: ReadOptions,
): AsyncGenerator<RowReading> {
  const text = decodedText(bytes)
  const nameOf = columnOf(kind, options.columns)
  if (/\.(?:ndjson|jsonl)$/i.test(name)) {
    for await (const record of jsonRecords(text)) {
      yield 'problem' in record
        ? refused(record.problem, { line: record.text })
        : readRow(kind, named(nameOf, record.cells), options)
    }
    return
  }
  let title: Title | null = null
  for await (const record of csvRecords(text)) {
    if (title)
      yield 'problem' in record
        ? refused(record.problem, { line: record.text })
        : readCells(kind, title, record.cells, options)
    else title = titleOf(kind, nameOf, record)
  }
}

interface Title {
  columns: string[]
  problem: string | null
}

const titleOf = (kind: TableKind, nameOf: ColumnOf, record: CsvRecord): Title => {
  if ('problem' in record) return { columns: [], problem: `${say('title_unreadable')}. ${record.problem}` }
  const columns = record.cells.map((cell) => nameOf(unescapedCell(cell.trim())))
  const twice = columns.find((column, at) => column !== '' && columns.indexOf(column) !== at)
  const missing = requiredColumns[kind].filter((column) => !columns.includes(column))
  if (twice) return { columns, problem: say('title_twice', { column: twice }) }
  if (missing.length === 0) return { columns, problem: null }
  return { columns, problem: say('title_lacks', { columns: missing.join(', ') }) }
}

const readCells = (kind: TableKind, { columns, problem }: Title, texts: string[], options: ReadOptions): RowReading => {
  const filled = texts.length - [...texts].reverse().findIndex((text) => text.trim() !== '')
  const cells = Object.fromEntries(
    texts
      .slice(0, Math.max(columns.length, filled))
      .map((text, at) => [columns[at] || `column ${at + 1}`, unescapedCell(text.trim())]),
  )
  if (problem) return refused(problem, cells)
  if (texts.length < columns.length || filled > columns.length) {
    return refused(say('cell_count', { cells: texts.length, columns: columns.length }), cells)
  }
  return readRow(kind, cells, options)
}

const named = (nameOf: ColumnOf, cells: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).map(([column, text]) => [nameOf(column), text.trim()]))

const readRow = (kind: TableKind, cells: Record<string, string>, { timeZone }: ReadOptions): RowReading => {
  const reference = cells[requiredColumns[kind][0] ?? '']?.slice(0, 255) || null
  const texts = Object.values(cells)
  if (texts.some((text) => text.includes('\ufffd') || text.includes('\u0000')))
    return { ...refused(say('encoding'), cells), reference }
  const { values, problems, warnings } = readValues(kind, cells, timeZone)
  // Columns that could not be read would be missed once more by the check of the record.
  const built = problems.length > 0 ? null : recordOf(kind, values)
  const all = [...problems, ...(built?.problems ?? [])]
  return {
    cells,
    reference,
    record: all.length === 0 && built ? built.record : null,
    problem: all.length === 0 ? null : all.join('. '),
    warnings,
    repairs: 0,
  }
}

const readValues = (kind: TableKind, cells: Record<string, string>, timeZone: string) => {
  const values: Record<string, unknown> = {}
  const warnings: string[] = []
  const problems = requiredColumns[kind]
    .filter((column) => !cells[column])
    .map((column) => `${column}: ${say('missing')}`)
  for (const [column, read] of Object.entries(tableColumns[kind])) {
    const text = cells[column]
    if (!text) continue
    const reading = read(text, timeZone)
    if ('problem' in reading) problems.push(`${column}: ${reading.problem}`)
    else {
      values[column] = reading.value
      if (reading.warning) warnings.push(`${column}: ${reading.warning}`)
    }
  }
  return { values: values as RowValues, problems, warnings }
}
