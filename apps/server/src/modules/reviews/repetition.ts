import { limits, ProductError, type QueueRepetition, type ReviewQueue } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { isTimeZone } from '../../platform/time-zones.ts'
import { drawKey } from './draw-sample.ts'
import { nextDraw } from './repeat-times.ts'

/**
 * A draw is of the recordings processed up to a moment, so it waits so long after it: by then they are stored, also where the clocks of two
 * hosts differ.
 */
export const settleMs = 60_000

/** The latest moment up to which everything that was processed can be seen. */
export const arrivedBefore = (now: Date): Date => new Date(now.getTime() - settleMs)

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
