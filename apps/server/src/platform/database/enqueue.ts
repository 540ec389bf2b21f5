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
  /** Name of another job whose keys these are too: adding either replaces a waiting one of the other. */
  readonly sharesKeysWith?: string
}

export interface JobOptions {
  runAt?: Date
}

/** The key of a job in the queue. */
export const jobKey = <P extends object>({ name, key, sharesKeysWith = name }: JobDefinition<P>, payload: P) =>
  key ? `${sharesKeysWith}:${key(payload)}` : null

/** Adds a job in the transaction that needs it. */
export const enqueueJob = async <P extends object>(
  db: Kysely<Tables>,
  job: JobDefinition<P>,
  payload: P,
  options: JobOptions = {},
): Promise<void> => {
  await sql`select app.enqueue_job(${job.name}, ${JSON.stringify(payload)}::json, ${jobKey(job, payload)},
    ${options.runAt ?? null}::timestamptz, ${job.maxAttempts})`.execute(db)
}
