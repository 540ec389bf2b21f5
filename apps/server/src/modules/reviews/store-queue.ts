import { type CallInput, type calls, type DrawLeftOut, ProductError } from '@holdfast/contract'
import { mattersOfFilter } from '../../core/activities/index.ts'
import type { AuditedTransaction } from '../../core/calls/index.ts'
import { storedJson } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import type { MayReview } from './deal-reviews.ts'
import { type Drawn, dealQueue } from './draw-queue.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { insertItems, itemOf, tellReviewers } from './queue-items.ts'
import type { QueueRow } from './queue-record.ts'
import { dueOn } from './repeat-times.ts'
import { type Beginning, repeatingFrom } from './repetition.ts'
import { insertDraw } from './review-draws.ts'

interface Parts {
  drawn: Drawn
  mayReview: MayReview
  created_by: string
  /** Of a queue that repeats. */
  beginning?: Beginning | null
  /** Of the first draw of such a queue. */
  left_out?: DrawLeftOut | null
}

/**
 * Deals what was drawn, stores the queue, and notifies its reviewers.
 * @throws ProductError `review_queue.nobody_may_review`, also if nothing was drawn of a queue that does not repeat
 */
export const storeQueue = async (
  tx: AuditedTransaction,
  body: CallInput<typeof calls.createReviewQueue>['body'],
  { drawn, mayReview, created_by, beginning = null, left_out = null }: Parts,
): Promise<QueueRow> => {
  const { sample, filter, needs_opening = false, repeats = null, first_draw: _, ...fields } = body
  const draw = beginning?.first ? 1 : null
  const due_on = repeats ? draw && dueOn(repeats, tx.now) : body.due_on
  const { reviewers, second_review_percent } = body
  const { length: drawnItems } = drawn.payloads
  const queue_reference = newId(tx.now)
  const seed = sample?.seed ?? queue_reference
  const { reviews } = dealQueue(drawn, { reviewers, second_review_percent, seed, mayReview })
  if (!repeats && reviews.every(({ reviewer }) => reviewer === null))
    throw new ProductError('review_queue.nobody_may_review')
  const queue = await tx.db
    .insertInto('review_queues')
    .values({
      client: tx.client,
      queue_reference,
      ...fields,
      due_on,
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
      ...repeatingFrom(repeats, created_by, beginning?.next_after ?? tx.now),
      repeats: repeats && storedJson(repeats),
      drawn_until: beginning?.drawn_until ?? null,
      draws: draw ?? 0,
      version: 1,
      created_at: tx.now,
      created_by,
      updated_at: tx.now,
      updated_by: created_by,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const items = reviews.map((review, place) => itemOf(queue, review, place, draw))
  if (beginning?.first && draw) {
    const { after: arrived_after, until: arrived_until } = beginning.first
    const found = {
      matched: drawn.matched,
      items: drawnItems,
      seed: sample?.seed ?? null,
      drawn_by: created_by,
      left_out,
    }
    await insertDraw(tx, { queue_reference, draw, arrived_after, arrived_until, due_on, ...found })
  }
  await tx.executeAll([insertItems(tx.client, items)])
  await tellReviewers(tx, queue_reference, reviewers)
  await notifyReviewers(tx, queue, {
    kind: 'reviews_assigned',
    caused_by: created_by,
    people: items.map(({ assigned_to }) => assigned_to),
  })
  tx.audit('review_queue.created', {
    queue_reference,
    ...mattersOfFilter(filter),
    after: body,
    matched: drawn.matched,
    rows: drawnItems,
  })
  return queue
}
