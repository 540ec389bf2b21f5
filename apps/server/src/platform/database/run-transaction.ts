import { type CompiledQuery, type DatabaseConnection, DummyDriver, type Kysely, type QueryResult } from 'kysely'
import type { Pool, PoolClient, QueryConfig, QueryResult as Result } from 'pg'
import { Finish, type RowsOf } from './finish.ts'
import { kyselyOn } from './kysely-on.ts'
import type { Statement } from './statements.ts'
import type { Tables } from './tables.ts'
import { textParsers } from './type-parsers.ts'

/** Is called with the text of each statement after its execution. */
export type OnQuery = (text: string) => void

/** Executes statements in a transaction that is open. */
export interface OpenTransaction {
  readonly db: Kysely<Tables>
  /**
   * Executes statements in their order and waits once for all of them. For statements of which none needs the rows of
   * another. If one fails, PostgreSQL refuses those after it.
   * @throws the error of the first statement that failed
   */
  executeAll<const Statements extends readonly Statement[]>(statements: Statements): Promise<RowsOf<Statements>>
}

type Work<T> = (transaction: OpenTransaction) => Promise<T | Finish<T>>

/**
 * Does `work` in one transaction on one connection of the pool; rolls back if it throws. The answer to the beginning is not
 * waited for, and the commit is sent together with the statements of `finish`: a transaction whose only statements are those
 * waits once. PostgreSQL executes statements in the order in which they were sent.
 * @param pool of connections with `pipeline: true`
 * @param begin the statement, or statements, that begin the transaction
 * @throws RolledBack if a statement failed and `work` ignored its error
 */
export const runTransaction = async <T>(pool: Pool, begin: string, work: Work<T>, onQuery?: OnQuery): Promise<T> => {
  const client = await pool.connect()
  const connection = new Connection(client, begin, onQuery)
  const { rows, resultOf } = await executeOn(connection, work).catch(async (error: unknown) => {
    // Without an answer to the rollback the transaction may still be open, so the connection is closed.
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
  work: Work<T>,
): Promise<{ rows: unknown[][]; resultOf: Finish<T>['resultOf'] }> => {
  const outcome = await doWork(connection, work)
  const { statements, resultOf } = outcome instanceof Finish ? outcome : new Finish([], () => outcome)
  const queries = [...statements.map(configOf), { text: 'commit' }]
  const results = await Promise.all(queries.map((query) => connection.send(query)))
  // PostgreSQL answers the commit of a transaction in which a statement failed with ROLLBACK, and no error.
  if (results.at(-1)?.command !== 'COMMIT') throw new RolledBack()
  return { rows: results.slice(0, -1).map(({ rows }) => rows), resultOf }
}

const doWork = async <T>(connection: Connection, work: Work<T>): Promise<T | Finish<T>> => {
  try {
    return await work({
      db: kyselyOn(new ConnectionDriver(connection)),
      executeAll: (statements) => connection.executeAll(statements),
    })
  } finally {
    connection.close()
  }
}

/** @throws if another text has the name: pg refuses it too, but too late to stop a commit that is sent with it */
const configOf = ({ sql, parameters, name, hasTextRows }: Statement): QueryConfig => {
  const query = { text: sql, values: [...parameters], ...(hasTextRows && { types: textParsers }) }
  if (name === undefined) return query
  const text = preparedTexts.get(name) ?? sql
  if (text !== sql) throw new Error(`The prepared statement '${name}' has another text`)
  preparedTexts.set(name, text)
  return { ...query, name }
}

/** By the names of the statements. */
const preparedTexts = new Map<string, string>()

/** A connection of the pool, for one transaction. */
class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #onQuery: OnQuery | undefined
  readonly #begun: Promise<Result>
  #isClosed = false

  constructor(client: PoolClient, begin: string, onQuery: OnQuery | undefined) {
    this.#client = client
    this.#onQuery = onQuery
    this.#begun = this.#execute({ text: begin })
    // Each statement of the transaction throws it, see `send`.
    this.#begun.catch(() => undefined)
  }

  /** Refuses further statements of the work: they would be executed in the next transaction on the connection, of any account. */
  close(): void {
    this.#isClosed = true
  }

  /** Sends the statement at once. It fails if the transaction could not begin: it was then executed outside of one. */
  async send(query: QueryConfig): Promise<Result> {
    const [, result] = await Promise.all([this.#begun, this.#execute(query)])
    return result
  }

  async executeAll<const Statements extends readonly Statement[]>(statements: Statements): Promise<RowsOf<Statements>> {
    this.#assertCallAllowed()
    const queries = statements.map(configOf)
    const results = await Promise.all(queries.map((query) => this.send(query)))
    return results.map(({ rows }) => rows) as RowsOf<Statements>
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#assertCallAllowed()
    const { command, rowCount, rows } = await this.send(configOf(query))
    const isCounted = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
    return { rows, ...(isCounted ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed within a transaction')
  }

  async #execute(query: QueryConfig): Promise<Result> {
    const result = await this.#client.query(query)
    this.#onQuery?.(query.text)
    return result
  }

  #assertCallAllowed(): void {
    if (this.#isClosed) throw new Error('A statement was executed after the end of its transaction')
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

/** A statement of the transaction failed and its error was ignored. PostgreSQL undid what the others had changed. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'

  constructor() {
    super('The transaction was rolled back at its commit: one of its statements had failed')
  }
}
