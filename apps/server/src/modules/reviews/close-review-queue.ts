import type { CallInput, calls, ReviewQueue } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { isOpenItem, recount, tellReviewers } from './queue-items.ts'
import { lockManaged, toQueue } from './queue-record.ts'

/** `POST /review_queues/{queue_reference}/close`: it is not drawn anew either. */
export const closeReviewQueue = (
  ctx: RequestContext,
  { params: { queue_reference } }: CallInput<typeof calls.closeReviewQueue>,
): Promise<ReviewQueue> =>
  ctx.transaction(async (tx) => {
    await lockManaged(ctx, tx, queue_reference)
    const withdrawn = await tx.db
      .updateTable('review_queue_items')
      .set({ state: 'withdrawn' })
      .where('client', '=', tx.client)
      .where('queue_reference', '=', queue_reference)
      .where(isOpenItem)
      .returning('assigned_to')
      .execute()
    const changes = { updated_by: ctx.actor.reference, is_closed: true, next_draw_at: null }
    const queue = await recount(tx, queue_reference, changes)
    await tellReviewers(
      tx,
      queue_reference,
      withdrawn.map(({ assigned_to }) => assigned_to),
    )
    tx.audit('review_queue.closed', { queue_reference, rows: withdrawn.length })
    return toQueue(queue)
  })
