import { type Kysely, sql } from 'kysely'
import type { TSchema } from 'typebox'
import type { Tables } from './tables.ts'

/** Name, payload and attempts of a job. Its handler is in its module. */
export interface JobDefinition<P extends object> {
  readonly name: string
  readonly payload: TSchema
  /** Attempts with exponential back-off before the job gives up. */
  readonly maxAttempts: number
  /** Adding a job replaces a waiting one with the same key. */
  readonly key?: (payload: P) => string
}

export interface JobOptions {
  runAt?: Date
}

/** Adds a job in the transaction that needs it. */
export const enqueueJob = async <P extends object>(
  db: Kysely<Tables>,
  job: JobDefinition<P>,
  payload: P,
  options: JobOptions = {},
): Promise<void> => {
  const key = job.key ? `${job.name}:${job.key(payload)}` : null
  await sql`select app.enqueue_job(${job.name}, ${JSON.stringify(payload)}::json, ${key},
    ${options.runAt ?? null}::timestamptz, ${job.maxAttempts})`.execute(db)
}
