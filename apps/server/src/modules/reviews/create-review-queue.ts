import { type CallInput, type calls, ProductError, type ReviewQueue } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { isStorable } from '../../platform/database/index.ts'
import { drawQueue } from './draw-queue.ts'
import { mayReviewOf, refusalOfReviewers } from './may-review.ts'
import { toQueue } from './queue-record.ts'
import { assertReviewers } from './reviewers.ts'
import { storeQueue } from './store-queue.ts'

/** `POST /review_queues`: what the filter matches now. Recordings that arrive later are not added. */
export const createReviewQueue = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.createReviewQueue>,
): Promise<ReviewQueue> => {
  if (!isStorable(body)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  const { reviewers, second_review_percent } = body
  if (second_review_percent > 0 && reviewers.length < 2) throw new ProductError('review_queue.needs_two')
  const drawn = await drawQueue(ctx, body)
  if (drawn.payloads.length === 0) throw new ProductError('review_queue.nothing_to_review')
  return ctx.transaction(async (tx) => {
    await assertReviewers(tx, reviewers)
    const mayReview = await mayReviewOf(ctx, tx, reviewers)
    if (!drawn.payloads.some((payload) => reviewers.some((person) => mayReview(person, payload)))) {
      const refusalFor = await refusalOfReviewers(ctx, tx, { people: reviewers, mayReview })
      throw new ProductError(refusalFor(drawn.payloads))
    }
    return toQueue(await storeQueue(tx, body, { drawn, mayReview, created_by: ctx.actor.reference }))
  })
}
