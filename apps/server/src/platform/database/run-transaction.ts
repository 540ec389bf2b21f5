import { type CompiledQuery, type DatabaseConnection, DummyDriver, type Kysely, type QueryResult } from 'kysely'
import type { Pool, PoolClient, QueryConfig, QueryResult as Result } from 'pg'
import { Finish } from './finish.ts'
import { kyselyOn } from './kysely-on.ts'
import type { Statement } from './statements.ts'
import type { Tables } from './tables.ts'

/** Sees the text of each statement that was executed. */
export type OnQuery = (text: string) => void

/**
 * Does `work` in one transaction on one connection of the pool; rolls back when it throws. The statement that begins the
 * transaction is not waited for, and the commit is sent together with the statements of `finish`: a transaction whose only
 * statements are those waits once. PostgreSQL executes statements in the order in which they were sent.
 * @param pool of connections with `pipeline: true`
 * @param begin the statement, or statements, that begin the transaction
 * @throws RolledBack when a statement failed and `work` ignored it
 */
export const runTransaction = async <T>(
  pool: Pool,
  begin: string,
  work: (db: Kysely<Tables>) => Promise<T | Finish<T>>,
  onQuery?: OnQuery,
): Promise<T> => {
  const client = await pool.connect()
  const connection = new Connection(client, onQuery)
  const { rows, resultOf } = await executeOn(connection, begin, work).catch(async (error: unknown) => {
    // Without an answer to the rollback, the transaction may still be open: the connection leaves the pool.
    await connection.send({ text: 'rollback' }).then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  })
  client.release()
  return resultOf(rows)
}

const executeOn = async <T>(
  connection: Connection,
  begin: string,
  work: (db: Kysely<Tables>) => Promise<T | Finish<T>>,
): Promise<{ rows: unknown[][]; resultOf: Finish<T>['resultOf'] }> => {
  const begun = connection.send({ text: begin })
  // Thrown below. Should it fail alone, row-level security lets the statements after it do nothing: no account is set.
  begun.catch(() => undefined)
  const db = kyselyOn(new ConnectionDriver(connection))
  const outcome = await work(db).finally(() => connection.close())
  const { statements, resultOf } = outcome instanceof Finish ? outcome : new Finish([], () => outcome)
  const answers = await Promise.all([
    begun,
    ...statements.map((statement) => connection.send(configOf(statement))),
    connection.send({ text: 'commit' }),
  ])
  // PostgreSQL answers the commit of a transaction in which a statement failed with ROLLBACK, and no error.
  if (answers.at(-1)?.command !== 'COMMIT') throw new RolledBack()
  return { rows: answers.slice(1, -1).map(({ rows }) => rows), resultOf }
}

const configOf = ({ sql, parameters, name }: Statement): QueryConfig => ({
  text: sql,
  values: [...parameters],
  ...(name === undefined ? {} : { name }),
})

/** A connection while one transaction has it. */
class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #onQuery: OnQuery | undefined
  #isClosed = false

  constructor(client: PoolClient, onQuery: OnQuery | undefined) {
    this.#client = client
    this.#onQuery = onQuery
  }

  /** Refuses what the work of the transaction left behind: it would be executed in the next one, of any account. */
  close(): void {
    this.#isClosed = true
  }

  async send(query: QueryConfig): Promise<Result> {
    const result = await this.#client.query(query)
    this.#onQuery?.(query.text)
    return result
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isClosed) throw new Error('A statement was executed after the end of its transaction')
    const { command, rowCount, rows } = await this.send(configOf(query))
    const isCounted = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
    return { rows, ...(isCounted ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed within a transaction')
  }
}

/** Lets Kysely execute its queries on one connection. */
class ConnectionDriver extends DummyDriver {
  readonly #connection: Connection

  constructor(connection: Connection) {
    super()
    this.#connection = connection
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  override beginTransaction(): never {
    throw new Error('A transaction was begun within a transaction')
  }
}

/** A statement of the transaction failed and its error was ignored; what the others changed is lost. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'

  constructor() {
    super('The transaction was rolled back at its commit: one of its statements had failed')
  }
}
