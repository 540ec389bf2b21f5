import type { CallInput, calls, ReviewQueuePreview } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { peopleByReference } from '../portal-users/index.ts'
import { assertDrawable, type Drawn, dealQueue, drawQueue, nothingDrawn } from './draw-queue.ts'
import { mayReviewIn } from './may-review.ts'
import { arrivedIn, lastPeriod, type Period } from './repeat-times.ts'
import { arrivedBefore, assertMayRepeat, beginningOf } from './repetition.ts'
import { assertReviewers } from './reviewers.ts'

/** `POST /review_queues/preview`: how many recordings would be drawn now, and who would have how many of them. */
export const previewReviewQueue = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.previewReviewQueue>,
): Promise<ReviewQueuePreview> => {
  const { reviewers, second_review_percent, sample } = body
  const { repeats = null, first_draw = 'everything' } = body
  assertMayRepeat(ctx, repeats)
  assertDrawable(body)
  const now = new Date()
  const first = repeats ? beginningOf(repeats, first_draw, now).first : undefined
  const drawn = first === null ? nothingDrawn : await drawQueue(ctx, body, first)
  const last = repeats && lastPeriod(repeats, arrivedBefore(now))
  const drawnOfLast = last && (first_draw === 'last_period' ? drawn : await drawQueue(ctx, body, arrivedIn(last)))
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
      ...(last && drawnOfLast && { last_period: describePeriod(last, drawnOfLast) }),
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

/** What a draw of the last whole day or week would have had. */
const describePeriod = ({ from, until }: Period, { matched, payloads }: Drawn) => ({
  from: from.toISOString(),
  until: until.toISOString(),
  matched,
  items: payloads.length,
})
