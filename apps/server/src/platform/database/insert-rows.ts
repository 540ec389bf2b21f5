import { type RawBuilder, sql } from 'kysely'
import { preparedStatement, type Statement } from './statements.ts'
import { storedJson } from './stored-text.ts'
import type { Tables } from './tables.ts'

type ColumnOf<Table extends keyof Tables & string> = keyof Tables[Table] & string

interface Inserted {
  client: string
  rows: string
}

/** One JSON parameter holds all rows. PostgreSQL converts it to the types of the columns. */
const insertJson = (table: string, columns: readonly string[], { client, rows }: Inserted): RawBuilder<unknown> => {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(table)} (client, ${names})
    select ${client}::text, ${names} from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`
}

/**
 * A prepared statement that inserts any number of rows.
 * @param columns without `client`, and without those that are always null
 */
export const insertRows = <Table extends keyof Tables & string, Column extends ColumnOf<Table>>(
  table: Table,
  columns: readonly Column[],
): ((client: string, rows: readonly Record<Column, unknown>[]) => Statement) => {
  const statement = preparedStatement(
    `insert ${table}`,
    // RETURNING, because an INSERT … SELECT under row-level security needs it (distribution rule 13).
    (_, inserted: Inserted) => sql`${insertJson(table, columns, inserted)} returning 1`,
  )
  return (client, rows) => statement({ client, rows: storedJson(rows) })
}

/**
 * The same for rows of which some may exist: it leaves those as they are, and returns the reference and the group of each new one.
 * @param reference unique in the account
 */
export const insertNewRows = <
  Table extends keyof Tables & string,
  Column extends ColumnOf<Table>,
  Reference extends Column,
>(
  table: Table,
  columns: readonly Column[],
  reference: Reference,
): ((
  client: string,
  rows: readonly Record<Column, unknown>[],
) => Statement<Record<Reference, string> & { group: string }>) => {
  const statement = preparedStatement(
    `insert new ${table}`,
    (_, inserted: Inserted) => sql<
      Record<Reference, string> & { group: string }
    >`${insertJson(table, columns, inserted)}
      on conflict (client, ${sql.ref(reference)}) do nothing returning ${sql.ref(reference)}, "group"`,
  )
  return (client, rows) => statement({ client, rows: storedJson(rows) })
}
