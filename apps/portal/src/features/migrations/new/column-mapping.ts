import {
  type MigrationColumns,
  type MigrationExport,
  type MigrationTable,
  migrationColumnAliases,
  migrationTableColumns,
} from '@holdfast/contract'

/** The titles of a kind of table in an export. */
export interface TableTitles {
  table: MigrationTable
  titles: readonly string[]
}

const isTable = (kind: string | null): kind is MigrationTable =>
  kind !== null && Object.hasOwn(migrationTableColumns, kind)

/** The tables of an export whose title row is known; files of one kind are read alike. */
export const tablesOf = ({ files }: Pick<MigrationExport, 'files'>): TableTitles[] => {
  const titles = new Map<MigrationTable, Set<string>>()
  for (const { kind, columns } of files) {
    if (!isTable(kind) || columns === null) continue
    const ofTable = titles.get(kind) ?? new Set()
    for (const title of columns) if (title !== '') ofTable.add(title)
    titles.set(kind, ofTable)
  }
  return [...titles].map(([table, names]) => ({ table, titles: [...names] }))
}

/** The column that a title is by its name, as the server reads it; `null` if it has none. */
export const columnByName = (table: MigrationTable, title: string): string | null => {
  const name = title.trim().toLowerCase().replaceAll(' ', '_')
  const column = migrationColumnAliases[`${table}.${name}`] ?? name
  const known: readonly string[] = migrationTableColumns[table]
  return known.includes(column) ? column : null
}

/** The column that a title is read as: as chosen, else by its name. */
export const columnOf = (columns: MigrationColumns, table: MigrationTable, title: string): string | null => {
  const chosen = columns[table]?.[title]
  return chosen === undefined ? columnByName(table, title) : chosen
}

/** Reads a title as another column. What its name says anyway is not kept. */
export const withColumn = (
  columns: MigrationColumns,
  { table, title }: { table: MigrationTable; title: string },
  column: string | null,
): MigrationColumns => {
  const { [title]: _, ...others } = columns[table] ?? {}
  const chosen = columnByName(table, title) === column ? others : { ...others, [title]: column }
  const { [table]: __, ...otherTables } = columns
  return Object.keys(chosen).length === 0 ? otherTables : { ...otherTables, [table]: chosen }
}

/** An earlier choice, without columns that these tables lack: the server refuses those. */
export const applicable = (saved: MigrationColumns, tables: readonly TableTitles[]): MigrationColumns => {
  let columns: MigrationColumns = {}
  for (const { table, titles } of tables) {
    for (const title of titles) {
      const column = saved[table]?.[title]
      if (column !== undefined) columns = withColumn(columns, { table, title }, column)
    }
  }
  return columns
}

/** A column that two titles of a table are read as, if there is one. */
export const columnTwice = (columns: MigrationColumns, { table, titles }: TableTitles): string | null => {
  const read = titles.map((title) => columnOf(columns, table, title)).filter((column) => column !== null)
  return read.find((column, index) => read.indexOf(column) !== index) ?? null
}

/** The titles that are not read. */
export const unread = (columns: MigrationColumns, { table, titles }: TableTitles): readonly string[] =>
  titles.filter((title) => columnOf(columns, table, title) === null)
