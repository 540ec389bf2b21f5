import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { statementOnce } from './compiled-once.ts'
import { storedJson } from './stored-text.ts'
import type { Tables } from './tables.ts'

/**
 * A statement that inserts any number of rows with one text, so that it is planned once: the rows are one parameter, JSON
 * that PostgreSQL reads into the columns' types.
 * @param columns those that are not always empty; `client` stands by itself
 */
export const insertRows = <Table extends keyof Tables & string, Column extends keyof Tables[Table] & string>(
  table: Table,
  columns: readonly Column[],
): ((db: Kysely<Tables>, client: string, rows: readonly Record<Column, unknown>[]) => CompiledQuery) => {
  const statement = statementOnce(
    `insert ${table.replaceAll('_', ' ')}`,
    (db, { client, rows }: { client: string; rows: string }) => {
      const names = sql.join(columns.map((column) => sql.ref(column)))
      const records = sql`json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`
      // RETURNING, because an INSERT … SELECT under row-level security needs it (distribution rule 13).
      const insert = sql`insert into ${sql.table(table)} (client, ${names})
        select ${client}::text, ${names} from ${records} returning 1`
      return { compile: () => insert.compile(db) }
    },
  )
  return (db, client, rows) => statement(db, { client, rows: storedJson(rows) })
}
