import type { JobQueue } from '@holdfast/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

/** The kinds of jobs of which any is due or has failed, those that have waited longest first (migrations/0135-due-jobs.ts). */
export const dueJobs = async (db: Kysely<Tables>): Promise<JobQueue[]> => {
  const { rows } = await sql<JobQueue>`select job, waiting, running, failed, oldest_at from app.due_jobs()
    order by oldest_at nulls last, job`.execute(db)
  return rows.map(({ job, waiting, running, failed, oldest_at }) => ({
    job,
    waiting: Number(waiting),
    running: Number(running),
    failed: Number(failed),
    oldest_at,
  }))
}
