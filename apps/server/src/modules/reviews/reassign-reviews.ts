import { type CallInput, type calls, ProductError, type ReviewQueue } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { mayReviewIn, refusalOfReviewers } from './may-review.ts'
import { moveOpenItems } from './move-open-items.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { recount, tellReviewers } from './queue-items.ts'
import { lockManaged, toQueue } from './queue-record.ts'
import { assertReviewers } from './reviewers.ts'

/** `POST /review_queues/{queue_reference}/reassign`: also from somebody who was removed meanwhile, and what nobody has. */
export const reassignReviews = async (
  ctx: RequestContext,
  { params: { queue_reference }, body: { from, to } }: CallInput<typeof calls.reassignReviews>,
): Promise<ReviewQueue> => {
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    await lockManaged(ctx, tx, queue_reference)
    await assertReviewers(tx, to)
    const mayReview = await mayReviewIn(tx, groups, to)
    const { people, left } = await moveOpenItems(tx, queue_reference, { from, to, mayReview, counts: new Map() })
    if (people.length === 0 && left.length > 0) {
      const refusalFor = await refusalOfReviewers(tx, groups, { people: to, mayReview })
      throw new ProductError(refusalFor(left))
    }
    const queue = await recount(tx, queue_reference, { updated_by: ctx.actor.reference })
    await tellReviewers(tx, queue_reference, [from, ...to])
    const others = people.filter((person) => person !== from)
    await notifyReviewers(tx, queue, { kind: 'reviews_assigned', caused_by: ctx.actor.reference, people: others })
    tx.audit('review_queue.reassigned', { queue_reference, from, to: to.join(', '), rows: others.length })
    return toQueue(queue)
  })
}
