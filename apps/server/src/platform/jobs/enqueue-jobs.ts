import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { JobDefinition } from './enqueue.ts'

/**
 * Adds a job for each payload with one statement; else like `tx.enqueue`.
 * @param options `unlessRunning`: not while a worker is at a job with the same key, for who knows nothing new
 */
export const enqueueJobs = async <P extends object>(
  db: Kysely<Tables>,
  job: JobDefinition<P>,
  payloads: readonly P[],
  { unlessRunning = false } = {},
): Promise<void> => {
  if (payloads.length === 0) return
  const texts = payloads.map((payload) => JSON.stringify(payload))
  const keys = payloads.map((payload) => (job.key ? `${job.name}:${job.key(payload)}` : null))
  await sql`select app.enqueue_job(${job.name}, job.payload::json, job.key, null, ${job.maxAttempts}, ${unlessRunning})
    from unnest(${texts}::text[], ${keys}::text[]) as job (payload, key)`.execute(db)
}
