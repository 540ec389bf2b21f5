import { Client } from 'pg'
import type { Logger } from 'pino'

/** Tells these advisory locks from others in the database: 'jobs' in ASCII. */
const lockSpace = 0x6a6f6273

const lookAgainAfterMs = 20_000

/**
 * Tells the workers that live from those that died with jobs in their hands, whose locks graphile-worker lets go after
 * four hours. Each worker holds an advisory lock on the name under which it locks jobs; PostgreSQL lets go of it in the
 * moment in which the worker's connection ends, however it ended. A worker that lost its connection alone may find its
 * job taken up by another: handlers are idempotent.
 */
export class LivingWorkers {
  readonly #databaseUrl: string
  readonly #log: Logger
  readonly #own = new Set<string>()
  #connection: Client | null = null
  #timer: NodeJS.Timeout | undefined

  /** @param databaseUrl of the owner, who may see every job */
  constructor(databaseUrl: string, log: Logger) {
    this.#databaseUrl = databaseUrl
    this.#log = log
  }

  /** Connects, so that `join` takes effect before the worker has taken its first job; looks for the dead from now on. */
  async open(): Promise<void> {
    await this.#connected()
    this.#timer = setInterval(() => void this.#look(), lookAgainAfterMs).unref()
  }

  /** Says that jobs locked by `name` are this process's; others know it once the promise resolves. */
  async join(name: string): Promise<void> {
    this.#own.add(name)
    if (this.#connection) await this.#hold(this.#connection, name).catch((error: unknown) => this.#warn(error))
  }

  /** Lets every job go that a dead worker holds: it is tried again at once, as one that failed. */
  async takeUpAbandoned(): Promise<void> {
    const connection = await this.#connected()
    await connection.query(
      `with holders as materialized (
          select distinct locked_by as name from graphile_worker._private_jobs where locked_by <> all($2))
        select graphile_worker.force_unlock_workers(array_agg(name)) from holders
          where pg_try_advisory_xact_lock($1, hashtext(name)) having count(*) > 0`,
      [lockSpace, [...this.#own]],
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#connection?.end()
  }

  async #look(): Promise<void> {
    await this.takeUpAbandoned().catch((error: unknown) => this.#warn(error))
  }

  async #connected(): Promise<Client> {
    if (this.#connection) return this.#connection
    const connection = new Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      // A machine that vanished says no farewell; the usual two hours would keep its jobs for as long.
      options: '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
    })
    connection.on('error', () => undefined)
    await connection.connect()
    connection.on('end', () => {
      this.#connection = null
    })
    this.#connection = connection
    for (const name of this.#own) await this.#hold(connection, name)
    return connection
  }

  async #hold(connection: Client, name: string): Promise<void> {
    await connection.query('select pg_advisory_lock($1, hashtext($2))', [lockSpace, name])
  }

  #warn(error: unknown): void {
    this.#log.warn({ err: error }, 'jobs of workers that died wait for the database')
  }
}
