import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import type { AuditedTransaction } from '../../core/calls/index.ts'
import { storedJson } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import type { MayReview } from './deal-reviews.ts'
import { type Drawn, dealQueue } from './draw-queue.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { insertItems, itemOf, tellReviewers } from './queue-items.ts'
import type { QueueRow } from './queue-record.ts'

interface Parts {
  drawn: Drawn
  mayReview: MayReview
  created_by: string
}

/**
 * Deals what was drawn, stores the queue, and notifies its reviewers.
 * @throws ProductError `review_queue.nobody_may_review`, also if nothing was drawn
 */
export const storeQueue = async (
  tx: AuditedTransaction,
  body: CallInput<typeof calls.createReviewQueue>['body'],
  { drawn, mayReview, created_by }: Parts,
): Promise<QueueRow> => {
  const { sample, filter, needs_opening = false, ...fields } = body
  const { reviewers, second_review_percent } = body
  const { length: drawnItems } = drawn.payloads
  const queue_reference = newId(tx.now)
  const seed = sample?.seed ?? queue_reference
  const { reviews } = dealQueue(drawn, { reviewers, second_review_percent, seed, mayReview })
  if (reviews.every(({ reviewer }) => reviewer === null)) throw new ProductError('review_queue.nobody_may_review')
  const queue = await tx.db
    .insertInto('review_queues')
    .values({
      client: tx.client,
      queue_reference,
      ...fields,
      needs_opening,
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
      created_by,
      updated_at: tx.now,
      updated_by: created_by,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const items = reviews.map((review, place) => itemOf(queue, review, place))
  await tx.executeAll([insertItems(tx.client, items)])
  await tellReviewers(tx, queue_reference, reviewers)
  await notifyReviewers(tx, queue, {
    kind: 'reviews_assigned',
    caused_by: created_by,
    people: items.map(({ assigned_to }) => assigned_to),
  })
  tx.audit('review_queue.created', { queue_reference, after: body, matched: drawn.matched, rows: drawnItems })
  return queue
}
