import pg from 'pg'
import { expect, vi } from 'vitest'
import { patience } from '../setup/patience.ts'

/** Reads and changes the tables of the job queue, for tests that can't wait until a job is due. */
export class JobQueue {
  readonly #pool: pg.Pool

  constructor(databaseUrl: string) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
    // Some tests stop the database; the next query then reports the error.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** Makes every waiting job due now. */
  async letTimePass(): Promise<void> {
    await this.#pool.query(`with due as (
        update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null returning id)
      select pg_notify('jobs:insert', '{"r":0,"count":' || count(*) || '}') from due having count(*) > 0`)
  }

  /** Waits until all jobs about one recording are done. A job that a dead worker has locked is never done. */
  async empties(payload_reference: string): Promise<void> {
    await vi.waitFor(
      async () => {
        await this.letTimePass()
        expect(await this.#leftOf(payload_reference)).toEqual([])
      },
      { timeout: patience, interval: 50 },
    )
  }

  async #leftOf(payload_reference: string): Promise<string[]> {
    const { rows } = await this.#pool.query<{ name: string }>(
      `select task.identifier || case when locked_by is null then '' else ' (locked)' end as name
        from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
        where job.payload->>'payload_reference' = $1`,
      [payload_reference],
    )
    return rows.map(({ name }) => name)
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
