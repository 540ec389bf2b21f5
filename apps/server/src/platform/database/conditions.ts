import { type Expression, type SqlBool, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** A condition on rows, for `where`; `undefined` for a filter that the caller did not set. */
export type Condition = Expression<SqlBool> | undefined

type ColumnName = { [T in keyof Tables]: keyof Tables[T] & string }[keyof Tables]

export const isEqual = (column: ColumnName, value: string | boolean | undefined): Condition =>
  value === undefined ? undefined : sql<boolean>`${sql.ref(column)} = ${value}`

export const isAnyOf = (column: ColumnName, values: readonly string[] | undefined): Condition =>
  values && sql<boolean>`${sql.ref(column)} = any(${values}::text[])`

/** Whether an array column holds at least one of the values. */
export const hasAnyOf = (column: ColumnName, values: readonly string[] | undefined): Condition =>
  values && sql<boolean>`${sql.ref(column)} && ${values}::text[]`

/**
 * Whether the columns, joined by spaces, contain a text in either case: 'amelia h' finds first name and surname.
 * No index can serve it, because PostgreSQL evaluates operators that are not leakproof only after row-level security
 * (docs/distribution.md): narrow the rows by client and group as well.
 */
export const containsText = (columns: readonly ColumnName[], text: string | undefined): Condition =>
  text === undefined
    ? undefined
    : sql<boolean>`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))}) ilike ${containing(text)}`

/** A pattern for a text anywhere; escapes LIKE wildcards. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** All of the conditions that are set. */
export const allOf = (conditions: readonly Condition[]): Expression<SqlBool> =>
  sql.join<boolean>([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `)
