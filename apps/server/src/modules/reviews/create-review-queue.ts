import { type CallInput, type calls, ProductError, type ReviewQueue } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { isStorable, storedJson } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { dealQueue, drawQueue } from './draw-queue.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { insertItems, itemOf, tellReviewers } from './queue-items.ts'
import { toQueue } from './queue-record.ts'
import { assertReviewers } from './reviewers.ts'

/** `POST /review_queues`: what the filter matches now. Recordings that arrive later are not added. */
export const createReviewQueue = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.createReviewQueue>,
): Promise<ReviewQueue> => {
  if (!isStorable(body)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  const { sample, filter, ...fields } = body
  const { reviewers, second_review_percent } = body
  if (second_review_percent > 0 && reviewers.length < 2) throw new ProductError('review_queue.needs_two')
  const drawn = await drawQueue(ctx, body)
  const { length: drawnItems } = drawn.payloads
  if (drawnItems === 0) throw new ProductError('review_queue.nothing_to_review')
  return ctx.transaction(async (tx) => {
    await assertReviewers(tx, reviewers)
    const queue_reference = newId(tx.now)
    const seed = sample?.seed ?? queue_reference
    const { reviews } = await dealQueue(ctx, tx, drawn, { reviewers, second_review_percent, seed })
    if (reviews.every(({ reviewer }) => reviewer === null)) throw new ProductError('review_queue.nobody_may_review')
    const queue = await tx.db
      .insertInto('review_queues')
      .values({
        client: tx.client,
        queue_reference,
        ...fields,
        filter: storedJson(filter),
        sample: sample && storedJson(sample),
        matched: drawn.matched,
        items: drawnItems,
        waiting: drawnItems,
        escalated: 0,
        second_review: 0,
        reviewed: 0,
        withdrawn: 0,
        is_closed: false,
        version: 1,
        created_at: tx.now,
        created_by: ctx.actor.reference,
        updated_at: tx.now,
        updated_by: ctx.actor.reference,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const items = reviews.map((review, place) => itemOf(queue, review, place))
    await tx.executeAll([insertItems(tx.client, items)])
    await tellReviewers(tx, queue_reference, reviewers)
    await notifyReviewers(tx, queue, {
      kind: 'reviews_assigned',
      caused_by: ctx.actor.reference,
      people: items.map(({ assigned_to }) => assigned_to),
    })
    tx.audit('review_queue.created', { queue_reference, after: body, matched: drawn.matched, rows: drawnItems })
    return toQueue(queue)
  })
}
