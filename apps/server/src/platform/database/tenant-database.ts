import { AsyncLocalStorage } from 'node:async_hooks'
import { ProductError } from '@holdfast/contract'
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { enqueueJob } from '../jobs/enqueue.ts'
import { custodyStatement } from './custody-events.ts'
import { isOutage } from './database-errors.ts'
import { loginRoleUrl } from './login-roles.ts'
import { noticesStatement } from './notices.ts'
import { pipelinedPool } from './pipelined-pool.ts'
import { sendLast } from './send-together.ts'
import { SharedWrites, type StatementsOf } from './shared-writes.ts'
import type { Tables } from './tables.ts'
import type { TenantTransaction } from './tenant-transaction.ts'
import { typeParsers } from './type-parsers.ts'

export interface DatabaseOptions {
  ownerUrl: string
  rolePassword: string
  log: Logger
  maxConnections?: number
  /** Sees the text of every query bound to one client; tests read them against the distribution rules. */
  onQuery?: (text: string) => void
}

const clientPattern = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/
const statementTimeoutMs = 30_000

/** The database as the server's modules see it: bound to one client a transaction, or read across clients by name. */
export class Database {
  readonly #app: Kysely<Tables>
  readonly #provider: Kysely<Tables>
  readonly #underWay = new AsyncLocalStorage<true>()
  readonly #shared = new SharedWrites((client, statementsOf) =>
    this.transaction(client, async (tx) => {
      await sendLast(tx.db, statementsOf(tx))
    }),
  )

  constructor(options: DatabaseOptions) {
    const { ownerUrl, rolePassword, log } = options
    this.#app = openPool(loginRoleUrl(ownerUrl, 'holdfast_app', rolePassword), options.maxConnections ?? 12, options)
    this.#provider = openPool(loginRoleUrl(ownerUrl, 'holdfast_provider', rolePassword), 2, { log })
  }

  /** Reads or changes one client's rows in one transaction; rolls back when `work` throws. */
  async transaction<T>(client: string, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    return this.#run(client, 'begin', work)
  }

  /** Reads one client's rows in one read-only transaction. */
  async read<T>(client: string, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    return this.#run(client, 'begin read only', work)
  }

  /**
   * Makes a change in a transaction of its own or together with the like that others bring meanwhile: who waits while a
   * write is under way shares the next one, and the cost of its durability. When it fails, each is tried alone.
   * @param statementsOf all statements that the changes need, known before any is executed; one function for each kind
   * @returns once the change is durable
   */
  async writeShared<Change>(client: string, statementsOf: StatementsOf<Change>, change: Change): Promise<void> {
    await this.#shared.write(client, statementsOf, change)
  }

  /** Reads across clients, for the provider's own area and jobs that look for due work. Never writes. */
  async readAcrossClients<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return withOutagesNamed(() => work(this.#provider))
  }

  /** Rejects when the database can't answer now. */
  async check(): Promise<void> {
    await withOutagesNamed(() => sql`select 1`.execute(this.#app))
  }

  async close(): Promise<void> {
    await Promise.all([this.#app.destroy(), this.#provider.destroy()])
  }

  async #run<T>(client: string, begin: string, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    if (!clientPattern.test(client)) throw new ProductError('request.not_found')
    // As many calls at once as there are connections, each waiting for a second one, would wait for ever.
    if (this.#underWay.getStore()) throw new Error('A transaction was begun within a transaction')
    return withOutagesNamed(() =>
      this.#app.connection().execute(async (connection) => {
        // One round trip: the pattern above leaves nothing to escape.
        await sql.raw(`${begin}; set local app.client = '${client}'`).execute(connection)
        try {
          const result = await this.#underWay.run(true, () => work(bind(connection, client)))
          await sql.raw('commit').execute(connection)
          return result
        } catch (error) {
          await sql
            .raw('rollback')
            .execute(connection)
            .catch(() => undefined)
          throw error
        }
      }),
    )
  }
}

const bind = (db: Kysely<Tables>, client: string): TenantTransaction => {
  const now = new Date()
  return {
    client,
    now,
    db,
    custody: async (actor, events) => {
      if (events.length === 0) return
      const attributed = events.map((event) => ({ ...event, actor }))
      await db.executeQuery(custodyStatement(db, { client, now }, attributed))
    },
    enqueue: (job, payload, options) => enqueueJob(db, job, payload, options),
    notify: async (notice) => {
      await db.executeQuery(noticesStatement(db, { client, now }, [notice]))
    },
  }
}

const openPool = (url: string, max: number, options: Pick<DatabaseOptions, 'log' | 'onQuery'>): Kysely<Tables> => {
  const pool = new Pool({
    connectionString: url,
    max,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    // A hung node ignores statement_timeout: the client's side needs one too (distribution rule 10).
    query_timeout: statementTimeoutMs + 5_000,
    options: `-c search_path=app -c timezone=UTC -c statement_timeout=${statementTimeoutMs}`,
    types: typeParsers,
  })
  const noteBroken = (error: Error) => options.log.warn({ err: error }, 'a database connection broke')
  pool.on('error', noteBroken)
  // The pool minds its idle connections alone; one that breaks in use, with nobody listening, would end the process.
  pool.on('connect', (connection) => connection.on('error', noteBroken))
  const { onQuery } = options
  const log = (event: LogEvent) => {
    if (event.level === 'query') onQuery?.(event.query.sql)
  }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pipelinedPool(pool) }),
    ...(onQuery ? { log } : {}),
  })
}

const withOutagesNamed = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (isOutage(error)) throw new ProductError('server.dependency_down', { part: 'The database' })
    throw error
  }
}
