import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { ServedShare } from './played-ranges.ts'

/** What one player gets of a recording or of one of its attachments: an address, and the attachment's place. */
export interface Playback {
  /** The ticket of the address. */
  ticket: string
  attachment: number | undefined
}

/** Parts of the content in the table. */
const whole = 10_000

/** The table has no ticket, because it opens the content. */
const idOf = ({ ticket, attachment }: Playback): string =>
  createHash('sha256')
    .update(`${ticket} ${attachment ?? ''}`)
    .digest('base64url')

/** Remembers that bytes are sent to a player, before they are. */
export const recordServed = async (
  { db, client, now }: TenantTransaction,
  playback: Playback,
  { from, to }: ServedShare,
  expires_at: Date,
): Promise<void> => {
  const served = `{[${Math.floor(from * whole)},${Math.ceil(to * whole)})}`
  await db
    .insertInto('playbacks')
    .values({ client, playback_id: idOf(playback), first_served_at: now, expires_at, served })
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'playback_id'])
        .doUpdateSet({ served: sql<string>`playbacks.served + excluded.served` }),
    )
    .execute()
}

export interface PlaybackState {
  served: ServedShare[]
  elapsedSeconds: number
  /** How long it took to play what was reported before. */
  reportedSeconds: number
}

/** Locks the row of a player, so that two reports at once can't both use the same time; `null` if it got no content. */
export const lockPlayback = async (
  { db, client, now }: TenantTransaction,
  playback: Playback,
): Promise<PlaybackState | null> => {
  const row = await db
    .selectFrom('playbacks')
    .select(['first_served_at', 'served', 'reported_seconds'])
    .where('client', '=', client)
    .where('playback_id', '=', idOf(playback))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    served: [...row.served.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => ({
      from: Number(from) / whole,
      to: Number(to) / whole,
    })),
    elapsedSeconds: (now.getTime() - Date.parse(row.first_served_at)) / 1_000,
    reportedSeconds: row.reported_seconds,
  }
}

export const addReported = async (
  { db, client }: TenantTransaction,
  playback: Playback,
  seconds: number,
): Promise<void> => {
  await db
    .updateTable('playbacks')
    .set((eb) => ({ reported_seconds: eb('reported_seconds', '+', seconds) }))
    .where('client', '=', client)
    .where('playback_id', '=', idOf(playback))
    .execute()
}

/** @returns how many were removed, at most `limit` */
export const removeExpiredPlaybacks = async (
  { db, client, now }: TenantTransaction,
  limit: number,
): Promise<number> => {
  const removed = await db
    .deleteFrom('playbacks')
    .where('client', '=', client)
    .where('playback_id', 'in', (eb) =>
      eb
        .selectFrom('playbacks')
        .select('playback_id')
        .where('client', '=', client)
        .where('expires_at', '<', now.toISOString())
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}
