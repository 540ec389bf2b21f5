import { type RawBuilder, sql } from 'kysely'

/** The text itself, wherever it stands: what means something to LIKE is taken for what it is. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Whether the columns, one after the other, have these letters, in either case: 'amelia h' finds first name and surname.
 * No index could serve it, as what is not leakproof is only asked of rows that row-level security has let through
 * (docs/distribution.md): a query has to narrow the rows by client and group besides.
 */
export const searchCondition = (letters: string, columns: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))}) ilike ${containing(letters)}`
