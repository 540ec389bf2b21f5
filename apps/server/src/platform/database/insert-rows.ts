import { sql } from 'kysely'
import { preparedStatement, type Statement } from './statements.ts'
import { storedJson } from './stored-text.ts'
import type { Tables } from './tables.ts'

/**
 * A prepared statement that inserts any number of rows: they are one JSON parameter, which PostgreSQL converts to the types of
 * the columns.
 * @param columns without `client`, and without those that are always null
 */
export const insertRows = <Table extends keyof Tables & string, Column extends keyof Tables[Table] & string>(
  table: Table,
  columns: readonly Column[],
): ((client: string, rows: readonly Record<Column, unknown>[]) => Statement) => {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const statement = preparedStatement(
    `insert ${table}`,
    // RETURNING, because an INSERT … SELECT under row-level security needs it (distribution rule 13).
    (_, { client, rows }: { client: string; rows: string }) => sql`insert into ${sql.table(table)} (client, ${names})
      select ${client}::text, ${names} from json_populate_recordset(null::${sql.table(table)}, ${rows}::json) returning 1`,
  )
  return (client, rows) => statement({ client, rows: storedJson(rows) })
}
