import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Job } from '../../platform/jobs/run-jobs.ts'
import { forgetObjectsSeenBefore } from './objects-without-rows.ts'
import { type SweepJob, type SweepPage, type SweepScope, sweepPageJob } from './sweep-job.ts'
import { sweepPartObjects, sweepRecordingObjects } from './sweep-objects.ts'
import { sweepPayloads } from './sweep-payloads.ts'

interface Sweeper {
  /** Rows or objects of one page. */
  limit: number
  /** Puts on record what it finds; repeated, it finds the same. Answers where the next page begins after; null at the end. */
  sweep: (page: SweepPage) => Promise<string | null>
}

/** A folder is read whole for each page of its objects, so these are long; of rows each object is asked for. */
export const usualPages: Record<SweepScope, number> = { payloads: 1_000, recordings: 10_000, uploads: 10_000 }

const sweepersOf = (pages: typeof usualPages): Record<SweepScope, Sweeper> => ({
  payloads: { limit: pages.payloads, sweep: sweepPayloads },
  recordings: { limit: pages.recordings, sweep: sweepRecordingObjects },
  uploads: { limit: pages.uploads, sweep: sweepPartObjects },
})

/**
 * Goes through one page of an account's payloads or objects. How far it came is in the database: whoever takes it up after this
 * process has ended goes on there.
 */
export const sweepPageOf = (pages: typeof usualPages): Job<SweepJob> => {
  const sweepers = sweepersOf(pages)
  return {
    definition: sweepPageJob,
    async handle({ platform, signal }, { client, scope }) {
      const after = await platform.database.read(client, (tx) => placeOf(tx, scope))
      if (after === null) return
      // Where the store is another one, everything is missing, and nothing is anybody's.
      await platform.store.assertOurs()
      const { limit, sweep } = sweepers[scope]
      const next = await sweep({ platform, client, after, limit, signal })
      await platform.database.transaction(client, (tx) => advance(tx, scope, after, next))
    },
  }
}

export const sweepPage = sweepPageOf(usualPages)

/** null: none is under way. */
const placeOf = async (tx: TenantTransaction, scope: SweepScope): Promise<string | null> => {
  const row = await tx.db
    .selectFrom('store_sweeps')
    .select('place')
    .where('client', '=', tx.client)
    .where('scope', '=', scope)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return row?.place ?? null
}

/** Of two that went through the same page, one goes on. */
const advance = async (tx: TenantTransaction, scope: SweepScope, from: string, to: string | null): Promise<void> => {
  const completed = { completed_at: tx.now, last_completed_at: tx.now }
  const moved = await tx.db
    .updateTable('store_sweeps')
    .set(to === null ? completed : { place: to })
    .where('client', '=', tx.client)
    .where('scope', '=', scope)
    .where('place', '=', from)
    .where('completed_at', 'is', null)
    .returning('begun_at')
    .executeTakeFirst()
  if (!moved) return
  if (to !== null) await tx.enqueue(sweepPageJob, { client: tx.client, scope })
  else if (scope !== 'payloads') await forgetObjectsSeenBefore(tx, scope, moved.begun_at)
}
