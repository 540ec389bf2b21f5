import {
  type Action,
  type AssignmentOutcome,
  type CallInput,
  type CallResponse,
  type calls,
  type ErrorCode,
  limits,
  ProductError,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { isDenial } from '../../platform/http/index.ts'
import { findPayloads, reviewableStates } from '../payloads/index.ts'
import { dealReviews } from './deal-reviews.ts'
import { mayReviewIn, refusalOfReviewers } from './may-review.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { dealtBefore, insertItems, itemOf, presentIn, recount, tellReviewers } from './queue-items.ts'
import { lockManaged } from './queue-record.ts'

/**
 * `POST /review_queues/{queue_reference}/items`: adds recordings, each for a reviewer of the queue who may see it. Those that are in it already
 * are answered as if they had just been added.
 */
export const assignReviews = async (
  ctx: RequestContext,
  { params: { queue_reference }, body: { payload_references } }: CallInput<typeof calls.assignReviews>,
): Promise<CallResponse<typeof calls.assignReviews>> => {
  const groups = await ctx.groups()
  const may = (action: Action, { group, payload_type }: PayloadRow) => {
    const known = groups.get(group)
    return known !== undefined && ctx.access.can(action, { group: known, payload_type })
  }
  return ctx.transaction(async (tx) => {
    const queue = await lockManaged(ctx, tx, queue_reference)
    const rows = await findPayloads(tx, payload_references)
    const payloads = new Map(rows.map((row) => [row.payload_reference, row]))
    const mayReview = await mayReviewIn(tx, groups, queue.reviewers)
    const refusalFor = await refusalOfReviewers(tx, groups, { people: queue.reviewers, mayReview })
    const present = await presentIn(tx, queue_reference, payload_references)
    const codeOf = (payload_reference: string): ErrorCode | null => {
      const payload = payloads.get(payload_reference)
      const code = refusalOf(payload, may)
      if (code || !payload || present.has(payload_reference)) return code
      const isPossible = queue.reviewers.some((person) => mayReview(person, payload))
      return isPossible ? null : refusalFor([payload])
    }
    const items = payload_references.map((payload_reference): AssignmentOutcome => {
      const code = codeOf(payload_reference)
      if (!code) return { payload_reference, result: 'assigned' }
      return { payload_reference, result: 'refused', code, message: new ProductError(code).message }
    })
    const added = items.flatMap(({ payload_reference, result }) => {
      const payload = payloads.get(payload_reference)
      return result === 'assigned' && payload && !present.has(payload_reference) ? payload : []
    })
    const limit = queue.draws > 0 ? limits.maxRepeatedQueueItems : limits.maxQueueItems
    if (queue.items + added.length > limit) throw new ProductError('review_queue.too_many', { limit })
    const before = await dealtBefore(tx, queue_reference)
    const dealt = dealReviews(added, { reviewers: queue.reviewers, mayReview, twice: new Set(), before })
    const newItems = dealt.map((review, at) => itemOf(queue, review, queue.items + at))
    await tx.executeAll([insertItems(tx.client, newItems)])
    await recount(tx, queue_reference, { updated_by: ctx.actor.reference, items: queue.items + added.length })
    await tellReviewers(tx, queue_reference, queue.reviewers)
    await notifyReviewers(tx, queue, {
      kind: 'reviews_assigned',
      caused_by: ctx.actor.reference,
      people: newItems.map(({ assigned_to }) => assigned_to),
    })
    tx.audit('review_queue.extended', {
      queue_reference,
      payloads: items.map(({ payload_reference, code }) => ({
        payload_reference,
        status: code ?? (present.has(payload_reference) ? 'assigned_before' : 'assigned'),
      })),
    })
    const code = items.find((item) => item.code !== undefined)?.code as ErrorCode | undefined
    if (code) ctx.recordRefusal({ reason: code, isDenial: isDenial(new ProductError(code)) })
    return { items }
  })
}

const refusalOf = (
  payload: PayloadRow | undefined,
  may: (action: Action, payload: PayloadRow) => boolean,
): ErrorCode | null => {
  if (!payload || !may('payloads:read', payload)) return 'payload.not_found'
  if (!may('reviews:manage', payload)) return 'auth.forbidden'
  return reviewableStates.includes(payload.payload_state) ? null : 'review.not_processed'
}
