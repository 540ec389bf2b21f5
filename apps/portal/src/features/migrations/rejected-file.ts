import { harmlessCell, type MigrationRow, type MigrationTable, migrationTableColumns } from '@holdfast/contract'
import Papa from 'papaparse'

export type RejectedRow = Pick<MigrationRow, 'file_name' | 'kind' | 'cells'>

/** A table of rejected rows, to be mended and loaded again. */
export interface RejectedFile {
  name: string
  rows: number
  file: Blob
}

export interface Rejected {
  files: readonly RejectedFile[]
  /** Rows that are not of a table, or that were not kept with their cells. */
  others: number
}

const isTable = (kind: MigrationRow['kind']): kind is MigrationTable => Object.hasOwn(migrationTableColumns, kind)

/** An NDJSON table is saved as CSV: the name is that of the export otherwise. */
const csvName = (file_name: string): string => `${file_name.replace(/\.[^.]*$/, '').replaceAll('/', '__')}.csv`

interface Gathered {
  kind: MigrationTable
  columns: Set<string>
  rows: number
}

/**
 * The tables of rejected rows, with the columns and cells as they were read. Pages stay in the browser's store of files: what is in
 * memory is one page.
 * @param pages the rows, in the order of the export
 * @param onRead gets the number of rows read so far
 */
export const rejectedFiles = async (
  pages: AsyncIterable<readonly RejectedRow[]>,
  onRead: (rows: number) => void,
): Promise<Rejected> => {
  const kept: Blob[] = []
  const gathered = new Map<string, Gathered>()
  let others = 0
  let read = 0
  for await (const page of pages) {
    for (const row of page) if (!gather(gathered, row)) others += 1
    kept.push(new Blob([JSON.stringify(page)]))
    read += page.length
    onRead(read)
  }
  const files: RejectedFile[] = []
  for (const [file_name, { kind, columns, rows }] of gathered) {
    files.push({ name: csvName(file_name), rows, file: await csvOf(kept, file_name, inOrder(kind, columns)) })
  }
  return { files, others }
}

/** @returns whether the row is one of a table */
const gather = (gathered: Map<string, Gathered>, { file_name, kind, cells }: RejectedRow): boolean => {
  if (cells === null || !isTable(kind)) return false
  const ofFile = gathered.get(file_name) ?? { kind, columns: new Set<string>(), rows: 0 }
  for (const column of Object.keys(cells)) ofFile.columns.add(column)
  ofFile.rows += 1
  gathered.set(file_name, ofFile)
  return true
}

/** The columns that are read, in the order of docs/migration.md, then the others: the store does not keep their order. */
const inOrder = (kind: MigrationTable, columns: ReadonlySet<string>): string[] => {
  const known: readonly string[] = migrationTableColumns[kind]
  return [...known.filter((column) => columns.has(column)), ...[...columns].filter((column) => !known.includes(column))]
}

/** Cells are escaped against formulas as in all exports. Loading the file again removes that. */
const csvOf = async (kept: readonly Blob[], file_name: string, columns: readonly string[]): Promise<Blob> => {
  const parts: Blob[] = [new Blob(['\ufeff', Papa.unparse([columns.map(harmlessCell)]), '\r\n'])]
  for (const page of kept) {
    const rows = (JSON.parse(await page.text()) as RejectedRow[])
      .filter((row) => row.file_name === file_name && row.cells !== null)
      .map(({ cells }) => columns.map((column) => harmlessCell(cells?.[column] ?? '')))
    if (rows.length > 0) parts.push(new Blob([Papa.unparse(rows), '\r\n']))
  }
  return new Blob(parts, { type: 'text/csv' })
}
