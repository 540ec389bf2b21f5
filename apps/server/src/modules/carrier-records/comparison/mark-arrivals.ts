import type { Platform } from '../../../core/platform.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { recordingsChangedAfter } from '../../payloads/index.ts'
import { markWindows } from './compare-windows.ts'

const atOnce = 2000
/** Changes become visible when they commit, later than the time that they have. */
const settledAfterMs = 60_000

/** Marks the times of recordings that arrived or changed since the last run, in accounts that have records of carriers. */
export const markArrivals = async (platform: Platform, client: string, signal: AbortSignal): Promise<void> => {
  for (let count = atOnce; count === atOnce; ) {
    signal.throwIfAborted()
    count = await platform.database.transaction(client, markSome)
  }
}

/** @returns how many recordings were looked at */
const markSome = async (tx: TenantTransaction): Promise<number> => {
  const covered = await coveredPeriod(tx)
  if (!covered) return 0
  const settled = new Date(tx.now.getTime() - settledAfterMs)
  const after = (await positionOf(tx)) ?? { updated_at: covered.since, payload_reference: '' }
  const changed = await recordingsChangedAfter(tx, after, settled, atOnce)
  const last = changed.at(-1)
  if (!last) return 0
  await markWindows(
    tx,
    changed
      .filter(({ payload_time }) => payload_time >= covered.from && payload_time <= covered.until)
      .map(({ device_reference, payload_time }) => ({
        device_reference,
        from_at: payload_time,
        until_at: payload_time,
      })),
  )
  await savePosition(tx, last)
  return changed.length
}

/** The times between which there are records, with an hour around them, and when the first file was imported. */
const coveredPeriod = async ({ db, client }: TenantTransaction) => {
  const row = await db
    .selectFrom('carrier_imports')
    .select((eb) => [
      eb.fn.min('first_at').as('first_at'),
      eb.fn.max('last_at').as('last_at'),
      eb.fn.min('finished_at').as('since'),
    ])
    .where('client', '=', client)
    .where('state', '=', 'Imported')
    .executeTakeFirst()
  if (!row?.first_at || !row.last_at || !row.since) return null
  const shifted = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
  return { from: shifted(row.first_at, -hourMs), until: shifted(row.last_at, hourMs), since: row.since }
}

const hourMs = 60 * 60 * 1000

const positionOf = ({ db, client }: TenantTransaction) =>
  db
    .selectFrom('carrier_arrivals')
    .select(['updated_at', 'payload_reference'])
    .where('client', '=', client)
    .forUpdate()
    .executeTakeFirst()

const savePosition = async (
  { db, client }: TenantTransaction,
  { updated_at, payload_reference }: { updated_at: string; payload_reference: string },
): Promise<void> => {
  await db
    .insertInto('carrier_arrivals')
    .values({ client, updated_at, payload_reference })
    .onConflict((conflict) =>
      conflict.columns(['client']).doUpdateSet((eb) => ({
        updated_at: eb.ref('excluded.updated_at'),
        payload_reference: eb.ref('excluded.payload_reference'),
      })),
    )
    .execute()
}
