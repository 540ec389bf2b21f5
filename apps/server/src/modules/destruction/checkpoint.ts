import { decodeTime } from 'ulid'
import { providerClient } from '../../core/accounts/index.ts'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { earliestId } from '../../platform/identifiers.ts'
import type { JournaledBatch } from './journal.ts'

type Parts = Pick<Platform, 'database' | 'journal'>

/**
 * So much of the journal before the checkpoint is read again: the identifiers of batches follow clocks, and a clock may have been ahead
 * for a while.
 */
const readAgainMs = 31 * 24 * 60 * 60 * 1000
/** A younger batch may still be under way. */
const settledMs = 60 * 60 * 1000

const nameOf = (batch_id: string): string => `${batch_id}.checkpoint`

/**
 * Where the journal and the database have to be compared from; '' for all of it. The checkpoint stands in both: a database that is restored
 * has an earlier one or none, and in a store that is restored, the entry for it is missing.
 */
export const comparedUntil = async ({ database, journal }: Parts): Promise<string> => {
  const checkpoint = await database.read(providerClient, readCheckpoint)
  if (checkpoint === undefined || (await journal.read(nameOf(checkpoint))) === null) return ''
  return earliestId(new Date(Math.max(0, decodeTime(checkpoint) - readAgainMs)))
}

/** Remembers, after they were compared, the last batch before which all have ended. */
export const storeCheckpoint = async (
  { database, journal }: Parts,
  batches: readonly JournaledBatch[],
): Promise<void> => {
  const settled = earliestId(new Date(Date.now() - settledMs))
  const open = batches.findIndex(
    ({ batch_id, steps }) => batch_id >= settled || !(steps.has('done') || steps.has('aborted')),
  )
  const last = (open < 0 ? batches : batches.slice(0, open)).at(-1)
  if (!last) return
  const { batch_id } = last
  // The store first: without its entry, the checkpoint does not count.
  await journal.write(nameOf(batch_id), '')
  if ((await database.read(providerClient, readCheckpoint)) === batch_id) return
  await database.transaction(providerClient, ({ db, client, now }) =>
    db
      .insertInto('journal_checkpoints')
      .values({ client, batch_id, compared_at: now })
      .onConflict((conflict) =>
        conflict.column('client').doUpdateSet((eb) => ({
          batch_id: eb.ref('excluded.batch_id'),
          compared_at: eb.ref('excluded.compared_at'),
        })),
      )
      .execute(),
  )
}

const readCheckpoint = async ({ db, client }: TenantTransaction): Promise<string | undefined> =>
  (await db.selectFrom('journal_checkpoints').select('batch_id').where('client', '=', client).executeTakeFirst())
    ?.batch_id
