import { type CallInput, type CallResponse, type calls, type ErrorCode, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { isDenial } from '../../platform/http/index.ts'
import { mayReviewIn } from './may-review.ts'
import { type PassedItem, passOn } from './pass-on.ts'

/**
 * `POST /review_queues/{queue_reference}/escalate`: by whom an item is assigned to. Each recording is decided on its own; those that are
 * hidden, unknown or not in the queue are answered alike.
 */
export const escalateReviews = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.escalateReviews>,
): Promise<CallResponse<typeof calls.escalateReviews>> => {
  ctx.recordClaims({ to: body.to })
  const groups = await ctx.groups()
  const mayRead = ({ group, payload_type }: PassedItem): boolean => {
    const known = groups.get(group)
    return known !== undefined && ctx.access.can('payloads:read', { group: known, payload_type })
  }
  return ctx.transaction(async (tx) => {
    const mayReview = await mayReviewIn(tx, groups, [body.to])
    const items = await passOn(tx, params.queue_reference, body, { me: ctx.actor.reference, mayRead, mayReview })
    const code = items.find((outcome) => outcome.code !== undefined)?.code as ErrorCode | undefined
    if (code) ctx.recordRefusal({ reason: code, isDenial: isDenial(new ProductError(code)) })
    return { items }
  })
}
