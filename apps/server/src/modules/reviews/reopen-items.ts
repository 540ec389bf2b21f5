import type { ReviewItemState, ReviewMark } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { recount, tellReviewers } from './queue-items.ts'
import { lockQueue, type QueueRow } from './queue-record.ts'

/**
 * The recording waits again, for whoever withdrew their mark, in the queues in which that mark settled it: for a first or a second review.
 * In a queue that was closed meanwhile, it counts as withdrawn.
 * @param marks of the recording, the latest first
 */
export const reopenItems = async (
  tx: TenantTransaction,
  mark: ReviewMark,
  marks: readonly ReviewMark[],
): Promise<void> => {
  const settledItems = () =>
    tx.db
      .selectFrom('review_queue_items')
      .where('client', '=', tx.client)
      .where('payload_reference', '=', mark.payload_reference)
      .where('reviewed_by', '=', mark.reviewed_by)
      .where('reviewed_at', '=', mark.reviewed_at)
  const found = await settledItems().select('queue_reference').orderBy('queue_reference').execute()
  for (const { queue_reference } of found) {
    const queue = await lockQueue(tx, queue_reference)
    const item = await settledItems().selectAll().where('queue_reference', '=', queue_reference).executeTakeFirst()
    if (!queue || !item) continue
    const first = isSecondReview(item) ? firstReview(marks, mark, queue) : undefined
    const open: ReviewItemState = first ? 'second_review' : item.passed_on_by === null ? 'waiting' : 'escalated'
    await tx.db
      .updateTable('review_queue_items')
      .set({
        state: queue.is_closed ? 'withdrawn' : open,
        assigned_to: mark.reviewed_by,
        reviewed_by: first?.reviewed_by ?? null,
        reviewed_at: first?.reviewed_at ?? null,
        disposition: first?.disposition ?? null,
      })
      .where('client', '=', tx.client)
      .where('queue_reference', '=', queue_reference)
      .where('place', '=', item.place)
      .execute()
    await recount(tx, queue_reference, { updated_by: mark.reviewed_by })
    await tellReviewers(tx, queue_reference, [mark.reviewed_by, item.assigned_to])
  }
}

/** Settled, after a first review. While it waits for the second one, its mark is that of the first. */
const isSecondReview = ({ state, second_reviewer }: { state: ReviewItemState; second_reviewer: string | null }) =>
  state === 'reviewed' && second_reviewer !== null

/** The mark of the first review: the latest of somebody else since the queue was drawn that still stands. */
const firstReview = (
  marks: readonly ReviewMark[],
  second: ReviewMark,
  { created_at }: Pick<QueueRow, 'created_at'>,
): ReviewMark | undefined =>
  marks.find(
    ({ reviewed_by, reviewed_at, withdrawn_at, mark_reference }) =>
      withdrawn_at === null &&
      reviewed_by !== second.reviewed_by &&
      reviewed_at >= created_at &&
      mark_reference < second.mark_reference,
  )
