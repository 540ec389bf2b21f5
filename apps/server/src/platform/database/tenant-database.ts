import { AsyncLocalStorage } from 'node:async_hooks'
import { ProductError } from '@holdfast/contract'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { custodyStatement } from './custody-events.ts'
import { isOutage } from './database-errors.ts'
import { enqueueJob } from './enqueue.ts'
import { type Finish, finish } from './finish.ts'
import { loginRoleUrl } from './login-roles.ts'
import { noticesStatement } from './notices.ts'
import { type OnQuery, type OpenTransaction, runTransaction } from './run-transaction.ts'
import { SharedWrites, type StatementsOf } from './shared-writes.ts'
import type { Statement } from './statements.ts'
import type { Tables } from './tables.ts'
import type { TenantTransaction } from './tenant-transaction.ts'
import { typeParsers } from './type-parsers.ts'

export interface DatabaseOptions {
  ownerUrl: string
  rolePassword: string
  log: Logger
  maxConnections?: number
  /** Is called with the text of every statement bound to one client; tests check them against the distribution rules. */
  onQuery?: OnQuery
}

const clientPattern = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/
const statementTimeoutMs = 30_000

/** The database as modules use it: each transaction is bound to one client; reading across clients is explicit. */
export class Database {
  readonly #app: Pool
  readonly #provider: Kysely<Tables>
  readonly #onQuery: OnQuery | undefined
  readonly #isInTransaction = new AsyncLocalStorage<true>()
  readonly #shared = new SharedWrites((client, statementsOf) =>
    this.transaction(client, async (tx) => finish(statementsOf(tx))),
  )

  constructor(options: DatabaseOptions) {
    const { ownerUrl, rolePassword, log, maxConnections = 12 } = options
    this.#app = openPool(loginRoleUrl(ownerUrl, 'holdfast_app', rolePassword), maxConnections, log)
    const provider = openPool(loginRoleUrl(ownerUrl, 'holdfast_provider', rolePassword), 2, log)
    this.#provider = new Kysely({ dialect: new PostgresDialect({ pool: provider }) })
    this.#onQuery = options.onQuery
  }

  /** Reads or changes one client's rows in one transaction; rolls back when `work` throws. */
  async transaction<T>(client: string, work: (tx: TenantTransaction) => Promise<T | Finish<T>>): Promise<T> {
    return this.#run(client, 'begin', work)
  }

  /** Reads one client's rows in one read-only transaction. */
  async read<T>(client: string, work: (tx: TenantTransaction) => Promise<T | Finish<T>>): Promise<T> {
    return this.#run(client, 'begin read only', work)
  }

  /** Executes one statement in a read-only transaction of one client: one round trip. */
  async readOnce<Row>(client: string, statement: Statement<Row>): Promise<Row[]> {
    return this.read(client, async () => finish([statement], (rows) => rows))
  }

  /**
   * Makes a change in a transaction of its own, or in one with changes of the same kind: those that arrive during a write share
   * the next one, and its commit. If a shared transaction fails, each of its changes is tried alone.
   * @param statementsOf all statements that the changes need; the same function for all changes of a kind
   * @returns once the change is durable
   */
  async writeShared<Change>(client: string, statementsOf: StatementsOf<Change>, change: Change): Promise<void> {
    await this.#shared.write(client, statementsOf, change)
  }

  /** Reads across clients, for the provider's area and for jobs that look for due work. Its role can't write. */
  async readAcrossClients<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return withOutageErrors(() => work(this.#provider))
  }

  /** @throws ProductError `server.dependency_down` if the database can't answer now */
  async check(): Promise<void> {
    await withOutageErrors(() => this.#app.query('select 1'))
  }

  /** Ends the connections. Shared changes that are still waiting are made before. */
  async close(): Promise<void> {
    await this.#shared.settled()
    await Promise.all([this.#app.end(), this.#provider.destroy()])
  }

  async #run<T>(client: string, begin: string, work: (tx: TenantTransaction) => Promise<T | Finish<T>>): Promise<T> {
    if (!clientPattern.test(client)) throw new ProductError('request.not_found')
    // If all connections were held by calls that wait for a second one, they would wait forever.
    if (this.#isInTransaction.getStore()) throw new Error('A transaction was begun within a transaction')
    // The pattern above leaves nothing to escape.
    const beginFor = `${begin}; set local app.client = '${client}'`
    return withOutageErrors(() =>
      runTransaction(
        this.#app,
        beginFor,
        (open) => this.#isInTransaction.run(true, () => work(bind(open, client))),
        this.#onQuery,
      ),
    )
  }
}

const bind = ({ db, executeAll }: OpenTransaction, client: string): TenantTransaction => {
  const now = new Date()
  return {
    client,
    now,
    db,
    executeAll,
    custody: async (actor, events) => {
      if (events.length === 0) return
      const attributed = events.map((event) => ({ ...event, actor }))
      await executeAll([custodyStatement({ client, now }, attributed)])
    },
    enqueue: (job, payload, options) => enqueueJob(db, job, payload, options),
    notify: async (notice) => {
      await executeAll([noticesStatement({ client, now }, [notice])])
    },
  }
}

const openPool = (connectionString: string, max: number, log: Logger): Pool => {
  const pool = new Pool({
    connectionString,
    max,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    // A hung node ignores statement_timeout: the client's side needs one too (distribution rule 10).
    query_timeout: statementTimeoutMs + 5_000,
    options: `-c search_path=app -c timezone=UTC -c statement_timeout=${statementTimeoutMs}`,
    types: typeParsers,
  })
  const logBroken = (error: Error) => log.warn({ err: error }, 'a database connection broke')
  pool.on('error', logBroken)
  // The pool listens to its idle connections only: without a listener, one that breaks while in use would end the process.
  pool.on('connect', (connection) => connection.on('error', logBroken))
  return pool
}

/** Throws an outage of the database as ProductError `server.dependency_down`. */
const withOutageErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (isOutage(error)) throw new ProductError('server.dependency_down', { part: 'The database' })
    throw error
  }
}
