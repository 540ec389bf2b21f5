import { type Kysely, sql } from 'kysely'
import { type JobDefinition, jobKey } from './enqueue.ts'
import { preparedStatement, type Statement } from './statements.ts'
import type { Tables } from './tables.ts'

interface Jobs {
  name: string
  payloads: readonly string[]
  keys: readonly (string | null)[]
  max_attempts: number
  unlessRunning: boolean
}

const enqueue = preparedStatement(
  'enqueue jobs',
  (_, { name, payloads, keys, max_attempts, unlessRunning }: Jobs) =>
    sql`select app.enqueue_jobs(${name}, ${payloads}::text[], ${keys}::text[], ${max_attempts}, ${unlessRunning})`,
)

/**
 * The statement that adds a job for each payload. No two payloads may have the same key.
 * @param options `unlessRunning`: adds no job whose key is that of a running one; for callers without new information
 */
export const enqueueStatement = <P extends object>(
  job: JobDefinition<P>,
  payloads: readonly P[],
  { unlessRunning = false } = {},
): Statement =>
  enqueue({
    name: job.name,
    payloads: payloads.map((payload) => JSON.stringify(payload)),
    keys: payloads.map((payload) => jobKey(job, payload)),
    max_attempts: job.maxAttempts,
    unlessRunning,
  })

/** Adds a job for each payload with one statement; otherwise like `tx.enqueue`. */
export const enqueueJobs = async <P extends object>(
  db: Kysely<Tables>,
  job: JobDefinition<P>,
  payloads: readonly P[],
  options: { unlessRunning?: boolean } = {},
): Promise<void> => {
  if (payloads.length > 0) await db.executeQuery(enqueueStatement(job, payloads, options))
}
