import type { CallInput, calls, ReviewQueuePreview } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { peopleByReference } from '../portal-users/index.ts'
import { dealQueue, drawQueue } from './draw-queue.ts'
import { mayReviewOf } from './may-review.ts'
import { assertReviewers } from './reviewers.ts'

/** `POST /review_queues/preview`: how many recordings would be drawn now, and who would have how many of them. */
export const previewReviewQueue = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.previewReviewQueue>,
): Promise<ReviewQueuePreview> => {
  const { reviewers, second_review_percent, sample } = body
  const drawn = await drawQueue(ctx, body)
  return ctx.read(async (tx) => {
    await assertReviewers(tx, reviewers)
    const { reviews, twice } = dealQueue(drawn, {
      reviewers,
      second_review_percent,
      seed: sample?.seed ?? '',
      mayReview: await mayReviewOf(ctx, tx, reviewers),
    })
    const known = await peopleByReference(tx, reviewers)
    return {
      matched: drawn.matched,
      items: reviews.length,
      unassigned: reviews.filter(({ reviewer }) => reviewer === null).length,
      second_reviews: twice.size,
      without_second_review: reviews.filter(
        ({ payload, second_reviewer }) => second_reviewer === null && twice.has(payload.payload_reference),
      ).length,
      people: reviewers.map((user_reference) => ({
        user_reference,
        name: known.get(user_reference)?.name || null,
        items: reviews.filter(({ reviewer }) => reviewer === user_reference).length,
      })),
    }
  })
}
