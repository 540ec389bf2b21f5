import { sql } from 'kysely'
import { type JobDefinition, jobKey } from './enqueue.ts'
import { compiledStatement, preparedStatement, type Statement } from './statements.ts'

interface Job {
  name: string
  payload: string
  key: string | null
  max_attempts: number
  pauseMs: number
}

const enqueue = preparedStatement(
  'enqueue job unless waiting',
  (_, { name, payload, key, max_attempts, pauseMs }: Job) =>
    sql`select app.enqueue_unless_waiting(${name}, ${payload}::json, ${key}, ${max_attempts}, ${pauseMs}::integer * interval '1 ms')`,
)

/**
 * The statement that adds a job unless it waits. For a job that many calls add, each for rows of its own: those for whom it waits
 * change nothing. Best among the last statements of a transaction. The job has to ask `callersHaveEnded`.
 * @param job with a key
 * @param pauseMs how long the next run waits if the job is running now
 */
export const enqueueUnlessWaiting = <P extends object>(job: JobDefinition<P>, payload: P, pauseMs: number): Statement =>
  enqueue({
    name: job.name,
    payload: JSON.stringify(payload),
    key: jobKey(job, payload),
    max_attempts: job.maxAttempts,
    pauseMs,
  })

/** 'job!' in ASCII, see migration 0033: distinguishes these advisory locks from others in the database. */
const lockSpace = 1785684513

const tryLock = compiledStatement<{ key: string | null }, { haveEnded: boolean }>(
  (_, { key }) => sql`select pg_try_advisory_xact_lock(${sql.lit(lockSpace)}, hashtext(${key})) as "haveEnded"`,
)

/**
 * The statement by which a running job finds out whether all callers have committed that added nothing because it waited. If not,
 * their rows may be missing from what it reads next: it has to run again. In a transaction of its own, because callers wait for its
 * end.
 */
export const callersHaveEnded = <P extends object>(
  job: JobDefinition<P>,
  payload: P,
): Statement<{ haveEnded: boolean }> => tryLock({ key: jobKey(job, payload) })
