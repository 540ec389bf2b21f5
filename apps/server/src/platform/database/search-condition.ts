import { type RawBuilder, sql } from 'kysely'

/** The LIKE pattern for values that contain the text, with its wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Whether the columns, joined by spaces, contain the letters, ignoring case: 'amelia h' finds first name and surname. No index
 * helps: ILIKE is not leakproof, so PostgreSQL evaluates it only after row-level security (docs/distribution.md). Queries must
 * also filter by client and group.
 */
export const searchCondition = (letters: string, columns: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))}) ilike ${containing(letters)}`
