import type { ReviewItemState, ReviewMark } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { recount, tellReviewers } from './queue-items.ts'
import { lockQueue } from './queue-record.ts'

/**
 * The recording waits again, for whoever withdrew their mark, in the queues in which that mark settled it: for a first or a second review.
 * In a queue that was closed meanwhile, it counts as withdrawn.
 */
export const reopenItems = async (tx: TenantTransaction, mark: ReviewMark): Promise<void> => {
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
    const open: ReviewItemState = item.first_reviewed_by
      ? 'second_review'
      : item.passed_on_by === null
        ? 'waiting'
        : 'escalated'
    await tx.db
      .updateTable('review_queue_items')
      .set({
        state: queue.is_closed ? 'withdrawn' : open,
        assigned_to: mark.reviewed_by,
        reviewed_by: item.first_reviewed_by,
        reviewed_at: item.first_reviewed_at,
        disposition: item.first_disposition,
        first_reviewed_by: null,
        first_reviewed_at: null,
        first_disposition: null,
      })
      .where('client', '=', tx.client)
      .where('queue_reference', '=', queue_reference)
      .where('place', '=', item.place)
      .execute()
    await recount(tx, queue_reference, { updated_by: mark.reviewed_by })
    await tellReviewers(tx, queue_reference, [mark.reviewed_by, item.assigned_to])
  }
}
