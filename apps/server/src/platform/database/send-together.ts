import type { CompiledQuery, Kysely } from 'kysely'
import { last } from './pipelined-pool.ts'
import type { Tables } from './tables.ts'

type RowsOf<Statements extends readonly CompiledQuery[]> = {
  -readonly [Index in keyof Statements]: Statements[Index] extends CompiledQuery<infer Row> ? Row[] : never
}

/**
 * Executes statements in their order without waiting for one before the next is sent: PostgreSQL gets them in one packet.
 * For statements that need nothing of each other's answers. When one fails, those after it do nothing.
 * @param db of one transaction
 * @throws what the first one that failed was refused with
 */
export const sendTogether = async <const Statements extends readonly CompiledQuery[]>(
  db: Kysely<Tables>,
  statements: Statements,
): Promise<RowsOf<Statements>> => {
  const answers = await db
    .getExecutor()
    .provideConnection((connection) => Promise.all(statements.map((statement) => connection.executeQuery(statement))))
  return answers.map(({ rows }) => rows) as RowsOf<Statements>
}

/** Like `sendTogether`, for all that is left to do in a transaction: its commit goes out with them, and is waited for as any. */
export const sendLast = <const Statements extends readonly CompiledQuery[]>(
  db: Kysely<Tables>,
  statements: Statements,
): Promise<RowsOf<Statements>> => {
  const final = statements.length - 1
  const ending = statements.map((statement, index) =>
    index === final ? { ...statement, sql: last(statement.sql) } : statement,
  )
  // The same statements, so the same rows.
  return sendTogether(db, ending) as Promise<RowsOf<Statements>>
}
