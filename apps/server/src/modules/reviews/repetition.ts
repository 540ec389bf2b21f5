import { type FirstDraw, limits, ProductError, type QueueRepetition, type ReviewQueue } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { isTimeZone } from '../../platform/time-zones.ts'
import type { Arrival } from '../payloads/index.ts'
import { drawKey } from './draw-sample.ts'
import { arrivedIn, lastPeriod, nextDraw } from './repeat-times.ts'

/**
 * A draw is of the recordings processed up to a moment, so it waits so long after it: by then they are stored, also where the clocks of two
 * hosts differ.
 */
export const settleMs = 60_000

/** The latest moment up to which everything that was processed can be seen. */
export const arrivedBefore = (now: Date): Date => new Date(now.getTime() - settleMs)

/** A queue that repeats as it begins. */
export interface Beginning {
  /** The recordings of its first draw; `null`: it begins without one. */
  first: Arrival | null
  /** Later draws are from what arrived after this, and begin with the first time after it. */
  drawn_until: Date
  next_after: Date
}

/** The beginning of a queue that repeats from a moment on. */
export const beginningOf = (repeats: QueueRepetition, first_draw: FirstDraw, now: Date): Beginning => {
  const until = arrivedBefore(now)
  if (first_draw === 'nothing') return { first: null, drawn_until: until, next_after: now }
  if (first_draw === 'everything') return { first: { after: null, until }, drawn_until: until, next_after: now }
  // A period that ended within the last minute is not whole yet: the next draw is of it.
  const last = lastPeriod(repeats, until)
  return { first: arrivedIn(last), drawn_until: last.until, next_after: last.until }
}

/**
 * Draws use the rights of a person of the account, whom apps and visitors are not.
 * @throws ProductError `auth.forbidden`, `notification.bad_time_zone`
 */
export const assertMayRepeat = (ctx: RequestContext, repeats: QueueRepetition | null): void => {
  if (!repeats) return
  if (ctx.caller.kind !== 'portal_user' || ctx.caller.visit) throw new ProductError('auth.forbidden')
  if (!isTimeZone(repeats.time_zone)) throw new ProductError('notification.bad_time_zone')
}

/** 'rept' in ASCII: keeps these advisory locks apart from others. */
const lockSpace = 0x72657074

/**
 * Queues of which there is a further draw count. People of an account who begin one at the same time do so one after the other.
 * @throws ProductError `review_queue.too_many_repeating`
 */
export const assertRoomToRepeat = async (tx: TenantTransaction): Promise<void> => {
  const most = limits.maxRepeatingQueues
  await sql`select pg_advisory_xact_lock(${sql.lit(lockSpace)}, hashtext(${tx.client}))`.execute(tx.db)
  const repeating = await tx.db
    .selectFrom('review_queues')
    .select('queue_reference')
    .where('client', '=', tx.client)
    .where('next_draw_at', 'is not', null)
    .limit(most)
    .execute()
  if (repeating.length >= most) throw new ProductError('review_queue.too_many_repeating', { most })
}

type Repeating = Pick<ReviewQueue, 'repeats' | 'repeats_by' | 'next_draw_at' | 'draws_stopped'>

/** The columns of a queue that repeats from a moment on, with the rights of a person. */
export const repeatingFrom = (repeats: QueueRepetition | null, by: string, now: Date): Repeating => ({
  repeats,
  repeats_by: repeats && by,
  next_draw_at: (repeats && nextDraw(repeats, now)?.toISOString()) ?? null,
  draws_stopped: null,
})

/** The key of a later draw. Outsiders who know the first one and the end of the period can repeat it. */
export const seedOfDraw = (seed: string, arrived_until: Date): string => drawKey(seed, arrived_until.toISOString())
