import { type MigrationColumns, type MigrationTable, migrationTableColumns, ProductError } from '@holdfast/contract'
import { columnOf, hasTitle, readTitle } from '../../migration-files/index.ts'
import type { ExportFile } from './export-files.ts'

type Mapping = Readonly<Record<string, string | null>>

/**
 * Refuses a mapping of columns that the files of an export cannot be read by.
 * @throws ProductError `migration.bad_columns`
 */
export const assertColumns = async (columns: MigrationColumns, files: readonly ExportFile[]): Promise<void> => {
  for (const table of Object.keys(migrationTableColumns) as MigrationTable[]) {
    const mapping = columns[table]
    if (!mapping) continue
    assertTargets(table, mapping)
    const ofTable = files.filter(({ kind }) => kind === table)
    await assertTitles(table, columns, ofTable)
  }
}

const refuse = (reason: string): never => {
  throw new ProductError('migration.bad_columns', { reason })
}

const compared = (name: string): string => name.trim().toLowerCase()

const assertTargets = (table: MigrationTable, mapping: Mapping): void => {
  const known: readonly string[] = migrationTableColumns[table]
  const takenBy = new Map<string, string>()
  const names = new Set<string>()
  for (const [name, column] of Object.entries(mapping)) {
    if (name.trim().length > 100) refuse(`${table}: ${name.slice(0, 100)}… is longer than a name can be`)
    if (names.has(compared(name))) refuse(`${table}: ${name} is mapped twice`)
    names.add(compared(name))
    if (column === null) continue
    if (!known.includes(column)) refuse(`${table} has no column ${column}`)
    const other = takenBy.get(column)
    if (other !== undefined) refuse(`${table}: both ${other} and ${name} are mapped to ${column}`)
    takenBy.set(column, name)
  }
}

/** NDJSON has no title: its objects may have any columns. */
const assertTitles = async (
  table: MigrationTable,
  columns: MigrationColumns,
  files: readonly ExportFile[],
): Promise<void> => {
  const names = new Map(Object.keys(columns[table] ?? {}).map((name) => [compared(name), name]))
  const isKnown = new Set<string>()
  for (const file of files.filter(({ file_name }) => hasTitle(file_name))) {
    const title = await readTitle(file.read())
    if (!title) return refuse(`the title of ${file.file_name} cannot be read`)
    for (const cell of title) isKnown.add(compared(cell))
    assertNoColumnTwice(file.file_name, title.map(columnOf(table, columns)), title)
  }
  const lacking = [...names].find(([name]) => !isKnown.has(name))?.[1]
  const areAllTitled = files.length > 0 && files.every(({ file_name }) => hasTitle(file_name))
  if (lacking !== undefined && areAllTitled) refuse(`no file of ${table} has a column ${lacking}`)
}

const assertNoColumnTwice = (fileName: string, columns: readonly string[], title: readonly string[]): void => {
  const at = columns.findIndex((column, index) => column !== '' && columns.indexOf(column) !== index)
  if (at < 0) return
  const column = columns[at] ?? ''
  const first = title[columns.indexOf(column)] ?? ''
  refuse(`${fileName} has ${first} and ${title[at] ?? ''}, which are both read as ${column}: leave one of them out`)
}
