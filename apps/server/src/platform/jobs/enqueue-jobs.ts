import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { statementOnce } from '../database/compiled-once.ts'
import type { Tables } from '../database/tables.ts'
import type { JobDefinition } from './enqueue.ts'

interface Jobs {
  name: string
  payloads: readonly string[]
  keys: readonly (string | null)[]
  max_attempts: number
  unlessRunning: boolean
}

const enqueue = statementOnce('enqueue jobs', (db, { name, payloads, keys, max_attempts, unlessRunning }: Jobs) => {
  const call = sql`select app.enqueue_jobs(${name}, ${payloads}::text[], ${keys}::text[], ${max_attempts},
    ${unlessRunning})`
  return { compile: () => call.compile(db) }
})

/**
 * The statement that adds a job for each payload; no two with the same key.
 * @param options `unlessRunning`: not while a worker is at a job with the same key, for who knows nothing new
 */
export const enqueueStatement = <P extends object>(
  db: Kysely<Tables>,
  job: JobDefinition<P>,
  payloads: readonly P[],
  { unlessRunning = false } = {},
): CompiledQuery =>
  enqueue(db, {
    name: job.name,
    payloads: payloads.map((payload) => JSON.stringify(payload)),
    keys: payloads.map((payload) => (job.key ? `${job.name}:${job.key(payload)}` : null)),
    max_attempts: job.maxAttempts,
    unlessRunning,
  })

/** Adds a job for each payload with one statement; else like `tx.enqueue`. */
export const enqueueJobs = async <P extends object>(
  db: Kysely<Tables>,
  job: JobDefinition<P>,
  payloads: readonly P[],
  options: { unlessRunning?: boolean } = {},
): Promise<void> => {
  if (payloads.length > 0) await db.executeQuery(enqueueStatement(db, job, payloads, options))
}
