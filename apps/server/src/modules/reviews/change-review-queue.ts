import type { CallInput, calls, ReviewQueue } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertReviewers } from './create-review-queue.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { isOpenItem, recount, tellReviewers } from './queue-items.ts'
import { lockManaged, toQueue } from './queue-record.ts'

/** `POST /review_queues/{queue_reference}/reassign`: also from somebody who was removed meanwhile. */
export const reassignReviews = (
  ctx: RequestContext,
  { params: { queue_reference }, body: { from, to } }: CallInput<typeof calls.reassignReviews>,
): Promise<ReviewQueue> =>
  ctx.transaction(async (tx) => {
    await lockManaged(ctx, tx, queue_reference)
    await assertReviewers(tx, to)
    const moved = await moveInTurn(tx, queue_reference, from, to)
    const queue = await recount(tx, queue_reference, { updated_by: ctx.actor.reference })
    await tellReviewers(tx, queue_reference, [from, ...to])
    const people = moved.filter((person) => person !== from)
    await notifyReviewers(tx, queue, { kind: 'reviews_assigned', caused_by: ctx.actor.reference, people })
    tx.audit('review_queue.reassigned', { queue_reference, from, to: to.join(', '), rows: moved.length })
    return toQueue(queue)
  })

/**
 * Moves what waits for one person to others in turn, and returns who has each recording then. A second review does not go to whoever made the first one: it
 * goes to the next person, or stays if there is none.
 */
const moveInTurn = async (
  tx: TenantTransaction,
  queue_reference: string,
  from: string,
  to: readonly string[],
): Promise<string[]> => {
  const personAt = (turn: RawBuilder<unknown>) => sql`(${to}::text[])[1 + (${turn}) % ${to.length}::integer]`
  const moved = await sql<{ assigned_to: string }>`update review_queue_items item
    set assigned_to = case when item.reviewed_by is distinct from ${personAt(sql`moved.turn`)} then ${personAt(sql`moved.turn`)}
      when ${to.length}::integer > 1 then ${personAt(sql`moved.turn + 1`)} else item.assigned_to end
    from (select place, (row_number() over (order by place))::integer as turn from review_queue_items
      where client = ${tx.client} and queue_reference = ${queue_reference} and assigned_to = ${from} and ${isOpenItem}) moved
    where item.client = ${tx.client} and item.queue_reference = ${queue_reference} and item.place = moved.place
    returning item.assigned_to`.execute(tx.db)
  return moved.rows.map(({ assigned_to }) => assigned_to)
}

/** `POST /review_queues/{queue_reference}/close`. */
export const closeReviewQueue = (
  ctx: RequestContext,
  { params: { queue_reference } }: CallInput<typeof calls.closeReviewQueue>,
): Promise<ReviewQueue> =>
  ctx.transaction(async (tx) => {
    await lockManaged(ctx, tx, queue_reference)
    const withdrawn = await tx.db
      .updateTable('review_queue_items')
      .set({ state: 'withdrawn' })
      .where('client', '=', tx.client)
      .where('queue_reference', '=', queue_reference)
      .where(isOpenItem)
      .returning('assigned_to')
      .execute()
    const queue = await recount(tx, queue_reference, { updated_by: ctx.actor.reference, is_closed: true })
    await tellReviewers(
      tx,
      queue_reference,
      withdrawn.map(({ assigned_to }) => assigned_to),
    )
    tx.audit('review_queue.closed', { queue_reference, rows: withdrawn.length })
    return toQueue(queue)
  })
