import { type CallInput, type calls, ProductError, type ReviewQueue } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type MayReview, nextOf } from './deal-reviews.ts'
import { mayReviewOf } from './may-review.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { isOpenItem, recount, tellReviewers } from './queue-items.ts'
import { lockManaged, toQueue } from './queue-record.ts'
import { assertReviewers } from './reviewers.ts'

/** `POST /review_queues/{queue_reference}/reassign`: also from somebody who was removed meanwhile, and what nobody has. */
export const reassignReviews = (
  ctx: RequestContext,
  { params: { queue_reference }, body: { from, to } }: CallInput<typeof calls.reassignReviews>,
): Promise<ReviewQueue> =>
  ctx.transaction(async (tx) => {
    await lockManaged(ctx, tx, queue_reference)
    await assertReviewers(tx, to)
    const mayReview = await mayReviewOf(ctx, tx, to)
    const people = await moveOpenItems(tx, queue_reference, { from, to, mayReview })
    const queue = await recount(tx, queue_reference, { updated_by: ctx.actor.reference })
    await tellReviewers(tx, queue_reference, [from, ...to])
    await notifyReviewers(tx, queue, { kind: 'reviews_assigned', caused_by: ctx.actor.reference, people })
    tx.audit('review_queue.reassigned', { queue_reference, from, to: to.join(', '), rows: people.length })
    return toQueue(queue)
  })

interface Move {
  /** null: what nobody has */
  from: string | null
  to: readonly string[]
  mayReview: MayReview
}

/**
 * Moves what waits for one person to others, each recording to whoever of those who may see it has the fewest of them. A second review
 * never goes to whoever made the first one. What none of them may have stays.
 * @returns who has each moved recording then
 * @throws ProductError `review_queue.nobody_may_review` if something waits, and nothing of it can be moved
 */
export const moveOpenItems = async (
  tx: TenantTransaction,
  queue_reference: string,
  { from, to, mayReview }: Move,
): Promise<string[]> => {
  const items = await tx.db
    .selectFrom('review_queue_items')
    .select(['place', 'group', 'payload_type', 'reviewed_by'])
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .where(sql<boolean>`assigned_to is not distinct from ${from}::text`)
    .where(isOpenItem)
    .orderBy('place')
    .execute()
  const counts = new Map<string, number>()
  const moved = items.flatMap((item) => {
    const able = to.filter((person) => person !== item.reviewed_by && mayReview(person, item))
    const assigned_to = nextOf(able, counts)
    return assigned_to === null ? [] : { place: item.place, assigned_to }
  })
  if (items.length > 0 && moved.length === 0) throw new ProductError('review_queue.nobody_may_review')
  const places = moved.map(({ place }) => place)
  const people = moved.map(({ assigned_to }) => assigned_to)
  await sql`update review_queue_items item
    set assigned_to = moved.assigned_to, reviewer = coalesce(item.reviewer, moved.assigned_to)
    from unnest(${places}::integer[], ${people}::text[]) as moved (place, assigned_to)
    where item.client = ${tx.client} and item.queue_reference = ${queue_reference} and item.place = moved.place`.execute(
    tx.db,
  )
  return people.filter((person) => person !== from)
}
