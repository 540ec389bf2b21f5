import type { Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { derivedPrefix } from '../derived-media/index.ts'
import { deleteObjectsSeenBefore, partsPrefix, recordingsPrefix } from '../uploads/index.ts'
import { type SweepJob, type SweepPage, type SweepScope, sweepPageJob } from './sweep-job.ts'
import { sweepLocks } from './sweep-locks.ts'
import { sweepDerivedObjects, sweepPartObjects, sweepRecordingObjects } from './sweep-objects.ts'
import { sweepPayloads } from './sweep-payloads.ts'

interface Sweeper {
  /** Maximum number of rows or objects of one page. */
  limit: number
  /** Records what it finds, and is safe to repeat. Returns the position after which the next page begins; `null` at the end. */
  sweep: (page: SweepPage) => Promise<string | null>
}

/** Pages of objects are long, because listing a page reads the whole folder. Pages of rows need a request for each object. */
export const defaultPageSizes: Record<SweepScope, number> = {
  payloads: 1_000,
  locks: 500,
  recordings: 10_000,
  uploads: 10_000,
  derived: 10_000,
}

/** Where the objects of a sweep are. */
const prefixOf: Record<Exclude<SweepScope, 'payloads' | 'locks'>, (client: string) => string> = {
  recordings: recordingsPrefix,
  uploads: partsPrefix,
  derived: derivedPrefix,
}

const sweepersOf = (pages: typeof defaultPageSizes): Record<SweepScope, Sweeper> => ({
  payloads: { limit: pages.payloads, sweep: sweepPayloads },
  locks: { limit: pages.locks, sweep: sweepLocks },
  recordings: { limit: pages.recordings, sweep: sweepRecordingObjects },
  uploads: { limit: pages.uploads, sweep: sweepPartObjects },
  derived: { limit: pages.derived, sweep: sweepDerivedObjects },
})

/**
 * Sweeps one page of an account's payloads or objects. The position is stored in the database, so that another
 * process can continue after this one has ended.
 */
export const sweepPageOf = (pages: typeof defaultPageSizes): Job<SweepJob> => {
  const sweepers = sweepersOf(pages)
  return {
    definition: sweepPageJob,
    async handle({ platform, signal }, { client, scope }) {
      const after = await platform.database.read(client, (tx) => positionOf(tx, scope))
      if (after === null) return
      // In a store of another installation, all payloads would seem damaged and all objects abandoned.
      await platform.store.assertSameInstallation()
      const { limit, sweep } = sweepers[scope]
      const next = await sweep({ platform, client, after, limit, signal })
      await platform.database.transaction(client, (tx) => advance(tx, scope, after, next))
    },
  }
}

export const sweepPage = sweepPageOf(defaultPageSizes)

/** The position of the running sweep; `null` if none is running. */
const positionOf = async (tx: TenantTransaction, scope: SweepScope): Promise<string | null> => {
  const row = await tx.db
    .selectFrom('store_sweeps')
    .select('place')
    .where('client', '=', tx.client)
    .where('scope', '=', scope)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return row?.place ?? null
}

/** If two jobs swept the same page, only one of them continues. */
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
  else if (scope !== 'payloads' && scope !== 'locks')
    await deleteObjectsSeenBefore(tx, prefixOf[scope](tx.client), moved.begun_at)
}
