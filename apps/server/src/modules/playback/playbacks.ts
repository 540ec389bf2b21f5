import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type RequestContext, sharedChange } from '../../core/calls/index.ts'
import { preparedStatement, type Statement, type TenantTransaction } from '../../platform/database/index.ts'
import type { PlaybackTicket } from './playback-ticket.ts'
import type { ServedShare } from './played-ranges.ts'

/** What one player gets of a recording or of one of its attachments: an address, and the attachment's place. */
export interface Playback {
  /** The ticket of the address. */
  ticket: string
  attachment: number | undefined
  /** Of `playerOf`. */
  player: string
}

/** Who plays a recording in one session, whatever addresses of it they ask for. */
export const playerOf = ({ caller, session_from, payload_reference }: PlaybackTicket): string =>
  digestOf(JSON.stringify([caller.kind, caller.reference, caller.support_reference, session_from, payload_reference]))

/** Parts of the content in the table. */
const whole = 10_000

/** The table has no ticket, because it opens the content. */
const idOf = ({ ticket, attachment }: Pick<Playback, 'ticket' | 'attachment'>): string =>
  digestOf(`${ticket} ${attachment ?? ''}`)

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Bytes that are about to be sent to a player. */
export interface Serving {
  playback: Playback
  share: ServedShare
  expires_at: Date
}

const addServed = preparedStatement(
  'add served',
  (
    db,
    values: {
      client: string
      playback_id: string
      player: string
      first_served_at: Date
      expires_at: Date
      served: string
    },
  ) =>
    db
      .insertInto('playbacks')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['client', 'playback_id'])
          .doUpdateSet({ served: sql<string>`playbacks.served + excluded.served` }),
      ),
)

/** The statement that remembers what is sent to a player, for the transaction with the call's entry on the trail. */
export const servedStatement = (
  { client, now }: Pick<TenantTransaction, 'client' | 'now'>,
  { playback, share: { from, to }, expires_at }: Serving,
): Statement =>
  addServed({
    client,
    playback_id: idOf(playback),
    player: playback.player,
    first_served_at: now,
    expires_at,
    served: `{[${Math.floor(from * whole)},${Math.ceil(to * whole)})}`,
  })

const playbackStatement = preparedStatement('playback', (db, values: { client: string; playback_id: string }) =>
  db
    .selectFrom('playbacks')
    .select('playback_id')
    .where('client', '=', values.client)
    .where('playback_id', '=', values.playback_id),
)

/** Whether a player got some of it before, from any api process: its playback has been recorded. */
export const wasBegun = async (ctx: RequestContext, playback: Playback): Promise<boolean> =>
  (await ctx.readOnce(playbackStatement({ client: ctx.client, playback_id: idOf(playback) }))).length > 0

/**
 * What several calls send, by player: two processes that write the same rows must not wait for each other. `null` for what need not
 * be remembered.
 */
export const servings = sharedChange<Serving | null>((tx, changes) =>
  changes
    .filter((serving) => serving !== null)
    .map((serving) => ({ serving, id: idOf(serving.playback) }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ serving }) => servedStatement(tx, serving)),
)

export interface PlaybackState {
  /** With this address. */
  served: ServedShare[]
  /** Since the first content was sent, with any address of the recording. */
  elapsedSeconds: number
  /** How long it took to play what was reported before, with all of them. */
  reportedSeconds: number
}

/** Locks the rows of a player, so that two reports at once can't both use the same time; `null` if this address got no content. */
export const lockPlayback = async (
  { db, client, now }: TenantTransaction,
  playback: Playback,
): Promise<PlaybackState | null> => {
  const id = idOf(playback)
  const rows = await db
    .selectFrom('playbacks')
    .select(['playback_id', 'first_served_at', 'served', 'reported_seconds'])
    .where('client', '=', client)
    .where((eb) => eb.or([eb('playback_id', '=', id), eb('player', '=', playback.player)]))
    .orderBy('playback_id')
    .forUpdate()
    .execute()
  const own = rows.find(({ playback_id }) => playback_id === id)
  if (!own) return null
  const firstServedAt = Math.min(...rows.map(({ first_served_at }) => Date.parse(first_served_at)))
  return {
    served: [...own.served.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => ({
      from: Number(from) / whole,
      to: Number(to) / whole,
    })),
    elapsedSeconds: (now.getTime() - firstServedAt) / 1_000,
    reportedSeconds: rows.reduce((sum, { reported_seconds }) => sum + reported_seconds, 0),
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
