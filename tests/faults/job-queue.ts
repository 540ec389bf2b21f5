import type { Pool } from 'pg'
import { expect, vi } from 'vitest'
import { ownerPool } from '../setup/owner-pool.ts'
import { lookIntervalMs, waitTimeoutMs } from '../setup/time-limits.ts'

/** Reads and changes the job queue, for tests that can't wait until a job is due. */
export class JobQueue {
  readonly #pool: Pool

  constructor(databaseUrl: string) {
    // Some tests stop the database; the next query then reports the error.
    this.#pool = ownerPool(databaseUrl, { max: 1 })
  }

  /** Makes every waiting job due now. */
  async makeJobsDue(): Promise<void> {
    const { rowCount } = await this.#pool.query(`select from graphile_worker.reschedule_jobs(
        array(select id from graphile_worker.jobs where run_at > now() and locked_at is null), run_at => now())`)
    if (rowCount) await this.#wakeWorkers()
  }

  /** Workers look for due jobs when one is added; on their own they look every two seconds. */
  async #wakeWorkers(): Promise<void> {
    await this.#pool.query(`select graphile_worker.add_job('wake workers', job_key => 'wake workers')`)
    await this.#pool.query(`select graphile_worker.remove_job('wake workers')`)
  }

  /**
   * Waits until all jobs about one recording, also those that wait for its account's turn, and all about batches of messages are
   * done. A job that a dead worker has locked is never done.
   */
  async untilDone(payload_reference: string): Promise<void> {
    await vi.waitFor(
      async () => {
        await this.makeJobsDue()
        expect(await this.#remainingJobs(payload_reference)).toEqual([])
      },
      { timeout: waitTimeoutMs, interval: lookIntervalMs },
    )
  }

  async #remainingJobs(payload_reference: string): Promise<string[]> {
    // A job loses its key when another one with the same key is added while it runs.
    const { rows } = await this.#pool.query<{ name: string }>(
      `select concat(task_identifier, case when locked_by is not null then ' (locked)' end, ': ' || last_error) as name
        from graphile_worker.jobs where key is null or key like '%/' || $1
          or task_identifier in ('collect_messages', 'process_messages')
        union all select kind from app.media_backlog where payload_reference = $1`,
      [payload_reference],
    )
    return rows.map(({ name }) => name)
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
