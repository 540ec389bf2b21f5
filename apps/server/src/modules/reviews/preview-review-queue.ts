import type { CallInput, calls, QueueRepetition, ReviewQueuePreview } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { peopleByReference } from '../portal-users/index.ts'
import { assertDrawable, dealQueue, drawQueue, nothingDrawn } from './draw-queue.ts'
import { mayReviewIn } from './may-review.ts'
import { lastPeriod } from './repeat-times.ts'
import { arrivedBefore, assertMayRepeat } from './repetition.ts'
import { assertReviewers } from './reviewers.ts'

/** `POST /review_queues/preview`: how many recordings would be drawn now, and who would have how many of them. */
export const previewReviewQueue = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.previewReviewQueue>,
): Promise<ReviewQueuePreview> => {
  const { reviewers, second_review_percent, sample } = body
  const { repeats = null, from_now_on = false } = body
  assertMayRepeat(ctx, repeats)
  assertDrawable(body)
  const arrived = repeats ? { after: null, until: arrivedBefore(new Date()) } : undefined
  const drawn = repeats && from_now_on ? nothingDrawn : await drawQueue(ctx, body, arrived)
  const last_period = repeats && (await drawLastPeriod(ctx, body, repeats))
  const groups = await ctx.groups()
  return ctx.read(async (tx) => {
    await assertReviewers(tx, reviewers)
    const { reviews, twice } = dealQueue(drawn, {
      reviewers,
      second_review_percent,
      seed: sample?.seed ?? '',
      mayReview: await mayReviewIn(tx, groups, reviewers),
    })
    const known = await peopleByReference(tx, reviewers)
    return {
      matched: drawn.matched,
      ...(last_period && { last_period }),
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

type Wanted = CallInput<typeof calls.previewReviewQueue>['body']

/** The recordings that a draw of the last whole day or week would have had. */
const drawLastPeriod = async (ctx: RequestContext, wanted: Wanted, repeats: QueueRepetition) => {
  const { from, until } = lastPeriod(repeats, new Date())
  const { matched, payloads } = await drawQueue(ctx, wanted, { after: from, until })
  return { from: from.toISOString(), until: until.toISOString(), matched, items: payloads.length }
}
