import { type Expression, type SqlBool, sql } from 'kysely'
import { wordsOf } from '../folded-text.ts'
import type { Tables } from './tables.ts'

/** A condition on rows, for `where`; `undefined` for a filter that the caller did not set. */
export type Condition = Expression<SqlBool> | undefined

export type ColumnName = { [T in keyof Tables]: keyof Tables[T] & string }[keyof Tables]

/** A column, or an expression over columns, to search for a text. */
export type Searched = ColumnName | Expression<unknown>

const expressionOf = (searched: Searched): Expression<unknown> =>
  typeof searched === 'string' ? sql.ref(searched) : searched

export const isEqual = (column: ColumnName, value: string | boolean | undefined): Condition =>
  value === undefined ? undefined : sql<boolean>`${sql.ref(column)} = ${value}`

export const isAnyOf = (column: ColumnName, values: readonly string[] | undefined): Condition =>
  values && sql<boolean>`${sql.ref(column)} = any(${values}::text[])`

/** Also rows without a value, such as those of the whole account. */
export const isAnyOfOrNull = (column: ColumnName, values: readonly string[]): Condition =>
  sql<boolean>`(${isAnyOf(column, values)} or ${sql.ref(column)} is null)`

/** Whether an array column holds at least one of the values. */
export const hasAnyOf = (column: ColumnName, values: readonly string[] | undefined): Condition =>
  values && sql<boolean>`${sql.ref(column)} && ${values}::text[]`

/**
 * Whether the columns, joined by spaces, contain a text in either case, with or without its accents: 'amelia h' finds first name and
 *  surname, 'joao' finds João. A text of invisible characters only is contained in nothing.
 * No index can serve it, because PostgreSQL evaluates operators that are not leakproof only after row-level security
 * (docs/distribution.md): narrow the rows by client and group as well.
 */
export const containsText = (columns: readonly Searched[], text: string | undefined): Condition =>
  text === undefined
    ? undefined
    : sql<boolean>`(app.folded(${text}) <> '' and app.folded(${joined(columns)}) like app.folded(${`%${literal(text)}%`}))`

/** Whether the columns contain a text, or have a word that begins with each of its words: 'oli ha' and 'hart oli' find Olivia Hart. */
export const matchesText = (columns: readonly Searched[], text: string | undefined): Condition =>
  text === undefined
    ? undefined
    : sql<boolean>`(${sql.join([containsText(columns, text), ...hasWords(columns, text)], sql` or `)})`

/** A single word needs no condition of its own: whatever has it contains it. */
const hasWords = (columns: readonly Searched[], text: string): Condition[] => {
  const words = wordsOf(text)
  if (words.length < 2) return []
  // Words are found at fewer places than letters, but splitting a row into words takes longer.
  return [
    sql<boolean>`(${allOf(words.map((word) => containsText(columns, word)))}
      and ${hasWordsBeginning(joined(columns), words)})`,
  ]
}

/** Whether a text has a word that begins with each of these (`wordsOf`). */
export const hasWordsBeginning = (value: Expression<unknown>, words: readonly string[]): Expression<SqlBool> =>
  sql<boolean>`' ' || app.words_of(${value}) like all(${words.map((word) => `% ${word}%`)}::text[])`

/** For sorting the rows that contain a text: 0 if a column is the text, 1 if one begins with it or all do together, otherwise 2. */
export const rankOfText = (columns: readonly Searched[], text: string): Expression<number> => {
  const isAny = (pattern: string) =>
    sql.join(
      [...columns.map(expressionOf), joined(columns)].map(
        (value) => sql`app.folded(${value}) like app.folded(${pattern})`,
      ),
      sql` or `,
    )
  return sql<number>`case when ${isAny(literal(text))} then 0 when ${isAny(`${literal(text)}%`)} then 1 else 2 end`
}

const joined = (columns: readonly Searched[]) => sql`concat_ws(' ', ${sql.join(columns.map(expressionOf))})`

/** Escapes LIKE wildcards. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** All of the conditions that are set. */
export const allOf = (conditions: readonly Condition[]): Expression<SqlBool> =>
  sql.join<boolean>([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `)
