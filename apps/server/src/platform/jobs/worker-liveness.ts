import { Client } from 'pg'
import type { Logger } from 'pino'

/** Class of these advisory locks, so that they never collide with others: 'jobs' in ASCII. */
const lockSpace = 0x6a6f6273

const checkIntervalMs = 20_000
/**
 * Pauses before the first checks of a worker that has just started. It may have been started because another one died, and PostgreSQL may
 * not have noticed yet that the connection of that one has ended.
 */
const firstPausesMs = [250, 500, 1_000, 2_000, 4_000, 8_000]

/**
 * Unlocks the jobs of workers that died; graphile-worker itself would wait four hours. Each worker holds an advisory lock on the
 * name under which it locks jobs. PostgreSQL releases the lock as soon as the worker's connection ends, for whatever reason. If a
 * worker only lost its connection, another one may start the same job meanwhile: handlers are idempotent.
 */
export class WorkerLiveness {
  readonly #databaseUrl: string
  readonly #log: Logger
  readonly #own = new Set<string>()
  #connection: Client | null = null
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** @param databaseUrl of the owner, who may read the job queue */
  constructor(databaseUrl: string, log: Logger) {
    this.#databaseUrl = databaseUrl
    this.#log = log
  }

  /** Connects, so that `join` takes effect before the worker takes its first job. Looks for dead workers from now on. */
  async open(): Promise<void> {
    await this.#connected()
    this.#checkAfter(firstPausesMs)
  }

  /** Registers `name` as a worker of this process. Other processes see it once the promise resolves. */
  async join(name: string): Promise<void> {
    this.#own.add(name)
    if (!this.#connection) return // connecting again registers all names
    await this.#lock(this.#connection, name).catch((error: unknown) => this.#warn(error, 'registering a worker failed'))
  }

  /**
   * Unlocks every job that a dead worker has locked. It is tried again at once, like one that failed. A job that was added again
   * with the same key meanwhile is removed: graphile-worker took away its key and its attempts.
   */
  async unlockAbandoned(): Promise<void> {
    const connection = await this.#connected()
    await connection.query(
      `with holders as materialized (
          select distinct locked_by as name from graphile_worker.jobs where locked_by <> all($2))
        select graphile_worker.force_unlock_workers(array_agg(name)) from holders
          where pg_try_advisory_xact_lock($1, hashtext(name)) having count(*) > 0`,
      [lockSpace, [...this.#own]],
    )
    await connection.query(
      `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
        where key is null and attempts = max_attempts and last_error is null and locked_by is null having count(*) > 0`,
    )
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#connection?.end()
  }

  #checkAfter([pauseMs = checkIntervalMs, ...later]: readonly number[]): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#check().finally(() => this.#checkAfter(later)), pauseMs).unref()
  }

  async #check(): Promise<void> {
    await this.unlockAbandoned().catch((error: unknown) => this.#warn(error, 'looking for jobs of dead workers failed'))
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
    for (const name of this.#own) await this.#lock(connection, name)
    return connection
  }

  async #lock(connection: Client, name: string): Promise<void> {
    await connection.query('select pg_advisory_lock($1, hashtext($2))', [lockSpace, name])
  }

  #warn(error: unknown, message: string): void {
    this.#log.warn({ err: error }, message)
  }
}
