import { EventEmitter, once } from 'node:events'
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Logger as Log } from 'pino'
import Value from 'typebox/value'
import type { JobDefinition } from '../database/index.ts'
import { keepAlive, type Running } from '../keep-alive.ts'
import { ReleaseOncePool } from './release-once-pool.ts'
import { WorkerLiveness } from './worker-liveness.ts'

/** What a handler gets. */
export interface JobContext<Parts> {
  platform: Parts
  /** 1 for the first try. */
  attempt: number
  /** Whether the earlier attempts ended because their workers died: none of them failed. */
  wasAbandoned?: boolean
  /** Aborts when the worker stops and waits no longer; another worker then tries the job again. */
  signal: AbortSignal
}

/** A job and its handler. Handlers may run twice, even at the same time: they must be idempotent. */
export interface Job<Parts, P extends object> {
  readonly definition: JobDefinition<P>
  /** Cron expression in UTC; the job runs once for each time, however many workers there are. */
  readonly schedule?: string
  /** A restored copy that nobody has taken into use runs it, too: it sends nothing and ends nothing of its own accord. */
  readonly runsWhileQuiet?: true
  handle(context: JobContext<Parts>, payload: P): Promise<void>
}

/** A job with any payload, for lists. The payload is checked against its schema before it is handled. */
export interface AnyJob<Parts> {
  readonly definition: Pick<JobDefinition<object>, 'name' | 'payload' | 'maxAttempts'>
  readonly schedule?: string
  readonly runsWhileQuiet?: true
  handle(context: JobContext<Parts>, payload: never): Promise<void>
}

/** Of the parts that handlers get, the queue itself needs the log. */
interface WithLog {
  log: Log
}

export interface RunJobsOptions<Parts extends WithLog> {
  platform: Parts
  /** Of the owner: the login roles can't read the job queue. */
  databaseUrl: string
  jobs: readonly AnyJob<Parts>[]
  /** How many jobs run at the same time. */
  concurrency: number
  /** Is told of jobs that failed at their last attempt, by name. */
  onFailed?: (job: string) => Promise<void>
  /** Time-out of the queue's own queries; shorter in tests. */
  queryTimeoutMs?: number
}

export interface RunningJobs {
  /** Takes no more jobs, and waits a few seconds for the running ones; then it aborts them, and they are tried again. */
  stop(): Promise<void>
}

const shutdownMs = 5_000
const maxShutdownMs = 2 * shutdownMs
const connectionsBesideJobs = 3
const connectionTimeoutMillis = 5_000
/** The queue's own statements are short: one that takes longer gets no answer any more. */
const defaultQueryTimeoutMs = 60_000

/**
 * Runs jobs when they are due, and tries them again with exponential back-off if they fail. Jobs of a worker that died are
 * unlocked when the next one starts, and within 20 seconds by those that run. A queue that stopped, as after an outage of the
 * database, is started again under another name, so that its jobs are unlocked too.
 */
export const runJobs = async <Parts extends WithLog>(options: RunJobsOptions<Parts>): Promise<RunningJobs> => {
  const { log } = options.platform
  const stopping = new AbortController()
  const stop = await keepAlive({
    name: 'The job queue',
    start: () => runQueue(options),
    say: (line) => log.warn(line),
    isRequired: true,
    stopping: stopping.signal,
  })
  return {
    stop: async () => {
      stopping.abort()
      await stop()
    },
  }
}

const runQueue = async <Parts extends WithLog>({
  platform,
  databaseUrl,
  jobs,
  concurrency,
  onFailed,
  queryTimeoutMs: query_timeout = defaultQueryTimeoutMs,
}: RunJobsOptions<Parts>): Promise<Running> => {
  const { log } = platform
  const max = concurrency + connectionsBesideJobs
  const pool = new ReleaseOncePool({ connectionString: databaseUrl, max, connectionTimeoutMillis, query_timeout })
  const logBroken = (error: Error) => log.warn({ err: error }, 'a database connection of the job queue broke')
  pool.on('error', logBroken)
  pool.on('connect', (connection) => connection.on('error', logBroken))
  const liveness = new WorkerLiveness(databaseUrl, log)
  const close = () => waitForClosing(Promise.all([liveness.close(), pool.end()]))
  try {
    await liveness.open()
    await liveness.unlockAbandoned()
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => void liveness.join(workerPool.id))
    const shutdown = once(events, 'pool:gracefulShutdown')
    const runner = await run({
      pgPool: pool,
      events,
      concurrency,
      taskList: Object.fromEntries(jobs.map((job) => [job.definition.name, taskOf(platform, job)])),
      parsedCronItems: parseCronItems(jobs.flatMap(cronItemOf)),
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: shutdownMs,
      // In batches: if a single completion fails, graphile-worker leaves an unhandled rejection, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message) => {
        if (level === 'error' || level === 'warning') log.warn({ queue: message }, 'a message of the job queue')
      }),
    })
    const stop = () => runner.stop().catch(() => undefined) // rejects if it has stopped already
    logFailures(runner, log, onFailed)
    runner.events.on('worker:getJob:error', ({ error }) => {
      // PostgreSQL may still execute the query, and lock a job that nobody then handles. Stopping unlocks it.
      if (error instanceof Error && error.message === 'Query read timeout') void stop()
    })
    const ended = endOf(runner, shutdown).finally(close)
    return {
      ended,
      stop: async () => {
        void stop()
        await ended
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Resolves with the reason when the queue has stopped. A shutdown that takes too long counts as its end, because one may never
 * finish: if the completions of two jobs fail at the same time, graphile-worker 0.17 waits for a third. No job is taken by then.
 * @param shutdown resolves when the queue begins to stop
 */
const endOf = ({ promise }: Runner, shutdown: Promise<unknown>): Promise<string> => {
  let timer: NodeJS.Timeout | undefined
  const stopped = promise.then(
    () => 'stopped',
    (error: unknown) => `stopped (${error instanceof Error ? error.message : error})`,
  )
  const givenUp = shutdown.then(
    () =>
      new Promise<string>((resolve) => {
        timer = setTimeout(resolve, maxShutdownMs, 'did not finish its shutdown')
      }),
  )
  return Promise.race([stopped, givenUp]).finally(() => clearTimeout(timer))
}

const logFailures = ({ events }: Runner, log: Log, onFailed: RunJobsOptions<WithLog>['onFailed']): void => {
  events.on('job:error', ({ job, error }) =>
    log.warn({ err: error, job: job.task_identifier, attempt: job.attempts }, 'a job failed and is tried again'),
  )
  events.on('job:failed', ({ job, error }) => {
    log.error({ err: error, job: job.task_identifier, job_id: job.id }, 'a job failed for the last time')
    void onFailed?.(job.task_identifier)
  })
}

/** Waits for connections to close, but not for long: a database that hangs does not close them. */
const waitForClosing = async (closing: Promise<unknown>): Promise<void> => {
  const late = new Promise<void>((resolve) => setTimeout(resolve, shutdownMs).unref())
  await Promise.race([closing.catch(() => undefined), late])
}

const taskOf =
  <Parts>(platform: Parts, { definition, handle }: AnyJob<Parts>): TaskList[string] =>
  async (payload, { job, abortSignal }) => {
    if (!Value.Check(definition.payload, payload)) throw new Error(`The payload of ${definition.name} is malformed`)
    const signal = abortSignal ?? new AbortController().signal
    // The check above guarantees the type of the payload.
    const wasAbandoned = job.attempts > 1 && job.last_error === null
    await handle({ platform, attempt: job.attempts, wasAbandoned, signal }, payload as never)
  }

const cronItemOf = ({ definition, schedule }: AnyJob<never>) =>
  schedule === undefined
    ? []
    : [
        {
          task: definition.name,
          match: schedule,
          options: { maxAttempts: definition.maxAttempts, backfillPeriod: 0, jobKey: definition.name },
        },
      ]
