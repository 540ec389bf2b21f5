import { type MigrationColumns, migrationColumnAliases, unescapedCell } from '@holdfast/contract'
import type { TableKind } from '../file-kinds.ts'

/** Names of columns in files, as they are compared: neither case nor spaces around them count. */
const compared = (text: string): string => text.trim().toLowerCase()

/** A name as it is kept and shown. */
export const columnsInFile = (cells: readonly string[]): string[] =>
  cells.map((cell) => unescapedCell(cell.trim()).slice(0, 100))

/** The column that a column of a file is: as it is mapped, else by its name. A column that is left out gets a name that is none of ours. */
export type ColumnOf = (text: string) => string

export const columnOf = (kind: TableKind, columns: MigrationColumns | null | undefined): ColumnOf => {
  const mapped = new Map(Object.entries(columns?.[kind] ?? {}).map(([name, column]) => [compared(name), column]))
  return (text) => {
    const column = mapped.get(compared(text.trim().slice(0, 100)))
    if (column === null) return `(${text.trim().slice(0, 98)})`
    return column ?? byName(kind, text)
  }
}

const byName = (kind: TableKind, text: string): string => {
  const column = compared(text).replaceAll(' ', '_').slice(0, 100)
  return migrationColumnAliases[`${kind}.${column}`] ?? column
}
