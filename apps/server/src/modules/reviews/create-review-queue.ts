import { type CallInput, type calls, ProductError, type ReviewQueue } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { isStorable } from '../../platform/database/index.ts'
import { visibleToReview } from '../payloads/index.ts'
import { leftOutOf } from './author-rights.ts'
import { assertDrawable, drawQueue, nothingDrawn } from './draw-queue.ts'
import { mayReviewIn, refusalOfReviewers } from './may-review.ts'
import { toQueue } from './queue-record.ts'
import { assertMayRepeat, assertRoomToRepeat, beginningOf } from './repetition.ts'
import { assertReviewers } from './reviewers.ts'
import { storeQueue } from './store-queue.ts'

/** `POST /review_queues`: what the filter matches now. Recordings that arrive later are drawn if the queue repeats. */
export const createReviewQueue = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.createReviewQueue>,
): Promise<ReviewQueue> => {
  if (!isStorable(body)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  const { filter, reviewers, second_review_percent, repeats = null, first_draw = 'everything' } = body
  if (second_review_percent > 0 && reviewers.length < 2) throw new ProductError('review_queue.needs_two')
  assertMayRepeat(ctx, repeats)
  const beginning = repeats && beginningOf(repeats, first_draw, new Date())
  assertDrawable(body)
  const drawn = beginning?.first === null ? nothingDrawn : await drawQueue(ctx, body, beginning?.first)
  if (drawn.payloads.length === 0 && !repeats) throw new ProductError('review_queue.nothing_to_review')
  const groups = await ctx.groups()
  const left_out = beginning?.first ? leftOutOf(filter, await visibleToReview(ctx, filter), groups) : null
  return ctx.transaction(async (tx) => {
    if (repeats) await assertRoomToRepeat(tx)
    await assertReviewers(tx, reviewers)
    const mayReview = await mayReviewIn(tx, groups, reviewers)
    const isPossible = drawn.payloads.some((payload) => reviewers.some((person) => mayReview(person, payload)))
    if (drawn.payloads.length > 0 && !isPossible) {
      const refusalFor = await refusalOfReviewers(tx, groups, { people: reviewers, mayReview })
      throw new ProductError(refusalFor(drawn.payloads))
    }
    return toQueue(
      await storeQueue(tx, body, { drawn, mayReview, created_by: ctx.actor.reference, beginning, left_out }),
    )
  })
}
