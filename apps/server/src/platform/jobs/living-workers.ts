import { Client } from 'pg'
import type { Logger } from 'pino'

/** Distinguishes these advisory locks from others in the database: 'jobs' in ASCII. */
const lockSpace = 0x6a6f6273

const lookAgainAfterMs = 20_000

/**
 * Unlocks the jobs of workers that died; graphile-worker itself would wait four hours. Each worker holds an advisory lock on the
 * name under which it locks jobs. PostgreSQL releases it as soon as the worker's connection ends, for whatever reason. If a
 * worker only lost its connection, another one may start its job meanwhile: handlers are idempotent.
 */
export class LivingWorkers {
  readonly #databaseUrl: string
  readonly #log: Logger
  readonly #own = new Set<string>()
  #connection: Client | null = null
  #timer: NodeJS.Timeout | undefined

  /** @param databaseUrl of the owner, who may read the job queue */
  constructor(databaseUrl: string, log: Logger) {
    this.#databaseUrl = databaseUrl
    this.#log = log
  }

  /** Connects, so that `join` takes effect before the worker takes its first job, and looks for dead workers from now on. */
  async open(): Promise<void> {
    await this.#connected()
    this.#timer = setInterval(() => void this.#look(), lookAgainAfterMs).unref()
  }

  /** Registers `name` as a worker of this process. Other processes see it once the promise resolves. */
  async join(name: string): Promise<void> {
    this.#own.add(name)
    if (this.#connection) await this.#hold(this.#connection, name).catch((error: unknown) => this.#warn(error))
  }

  /** Unlocks every job that a dead worker has locked. It is tried again at once, like one that failed. */
  async unlockAbandoned(): Promise<void> {
    const connection = await this.#connected()
    await connection.query(
      `with holders as materialized (
          select distinct locked_by as name from graphile_worker.jobs where locked_by <> all($2))
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
    await this.unlockAbandoned().catch((error: unknown) => this.#warn(error))
  }

  async #connected(): Promise<Client> {
    if (this.#connection) return this.#connection
    const connection = new Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      // If a machine loses power, its connection stays open until keep-alive fails: by default after two hours.
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
    this.#log.warn({ err: error }, 'looking for jobs of dead workers failed')
  }
}
