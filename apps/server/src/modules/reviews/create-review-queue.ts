import { type CallInput, type calls, limits, ProductError, type ReviewQueue } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { isStorable, storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { payloadsToReview } from '../payloads/index.ts'
import { selectActivePeople } from '../portal-users/index.ts'
import { drawSample, drawSecondReviews } from './draw-sample.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { insertItems, itemOf, tellReviewers } from './queue-items.ts'
import { toQueue } from './queue-record.ts'

type Body = CallInput<typeof calls.createReviewQueue>['body']

/** `POST /review_queues`: what the filter matches now. Recordings that arrive later are not added. */
export const createReviewQueue = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.createReviewQueue>,
): Promise<ReviewQueue> => {
  assertPossible(body)
  const matched = await payloadsToReview(ctx, body.filter, limits.maxDrawnFrom + 1)
  if (matched.length > limits.maxDrawnFrom)
    throw new ProductError('review_queue.too_many', { limit: limits.maxDrawnFrom })
  const drawn = drawSample(matched, body.sample)
  if (drawn.length === 0) throw new ProductError('review_queue.nothing_to_review')
  if (drawn.length > limits.maxQueueItems) {
    throw new ProductError('review_queue.too_many', { limit: limits.maxQueueItems })
  }
  return ctx.transaction(async (tx) => {
    await assertReviewers(tx, body.reviewers)
    const queue_reference = newId(tx.now)
    const { sample, filter, ...fields } = body
    const queue = await tx.db
      .insertInto('review_queues')
      .values({
        client: tx.client,
        queue_reference,
        ...fields,
        filter: storedJson(filter),
        sample: sample && storedJson(sample),
        matched: matched.length,
        items: drawn.length,
        waiting: drawn.length,
        escalated: 0,
        second_review: 0,
        reviewed: 0,
        withdrawn: 0,
        is_closed: false,
        created_at: tx.now,
        created_by: ctx.actor.reference,
        updated_at: tx.now,
        updated_by: ctx.actor.reference,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const twice = drawSecondReviews(drawn, body.second_review_percent, sample?.seed ?? queue_reference)
    const items = drawn.map((payload, place) => itemOf(queue, payload, place, twice.has(payload.payload_reference)))
    await tx.executeAll([insertItems(tx.client, items)])
    await tellReviewers(tx, queue_reference, body.reviewers)
    await notifyReviewers(tx, queue, {
      kind: 'reviews_assigned',
      caused_by: ctx.actor.reference,
      people: items.map(({ assigned_to }) => assigned_to),
    })
    tx.audit('review_queue.created', { queue_reference, after: body, matched: matched.length, rows: drawn.length })
    return toQueue(queue)
  })
}

/** @throws ProductError `review_queue.bad_sample`, `review_queue.needs_two`, `request.malformed` */
const assertPossible = (body: Body): void => {
  const { sample, second_review_percent, reviewers } = body
  if (!isStorable(body))
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  if (sample && (sample.percent === undefined) === (sample.number === undefined)) {
    throw new ProductError('review_queue.bad_sample')
  }
  if (second_review_percent > 0 && reviewers.length < 2) throw new ProductError('review_queue.needs_two')
}

/** @throws ProductError `review_queue.unknown_reviewer` */
export const assertReviewers = async (tx: TenantTransaction, reviewers: readonly string[]): Promise<void> => {
  const known = await selectActivePeople(tx).where('user_reference', 'in', reviewers).execute()
  const found = new Set(known.map(({ user_reference }) => user_reference))
  const missing = reviewers.find((reviewer) => !found.has(reviewer))
  if (missing !== undefined) throw new ProductError('review_queue.unknown_reviewer', { person: missing })
}
