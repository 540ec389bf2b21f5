import {
  type CallInput,
  type calls,
  type ErrorCode,
  type EscalationOutcome,
  openReviewItemStates,
  ProductError,
  type ReviewItemState,
} from '@holdfast/contract'
import { type Selectable, sql } from 'kysely'
import type { AuditedTransaction } from '../../core/calls/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { MayReview } from './deal-reviews.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { recount, tellReviewers } from './queue-items.ts'
import { lockQueue } from './queue-record.ts'
import { assertReviewers } from './reviewers.ts'

export type PassedItem = Selectable<Tables['review_queue_items']>

interface Caller {
  me: string
  mayRead: (item: PassedItem) => boolean
  /** Of whom they are passed on to. */
  mayReview: MayReview
}

/**
 * Passes recordings of a queue on to a colleague, and notifies them. Each recording is decided on its own.
 * @throws ProductError `request.not_found`, `review_queue.closed`, `review_queue.unknown_reviewer`
 */
export const passOn = async (
  tx: AuditedTransaction,
  queue_reference: string,
  { payload_references, to, note }: CallInput<typeof calls.escalateReviews>['body'],
  { me, mayRead, mayReview }: Caller,
): Promise<EscalationOutcome[]> => {
  const queue = await lockQueue(tx, queue_reference)
  const rows = await tx.db
    .selectFrom('review_queue_items')
    .selectAll()
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .execute()
  const items = new Map(rows.filter(mayRead).map((row) => [row.payload_reference, row]))
  if (!queue || items.size === 0) throw new ProductError('request.not_found')
  if (queue.is_closed) throw new ProductError('review_queue.closed')
  await assertReviewers(tx, [to])
  const outcomes = payload_references.map((payload_reference): EscalationOutcome => {
    const code = refusalOf(items.get(payload_reference), { me, to, mayReview })
    if (!code) return { payload_reference, result: 'escalated' }
    return { payload_reference, result: 'refused', code, message: new ProductError(code).message }
  })
  const accepted = outcomes.flatMap(({ payload_reference, result }) =>
    result === 'escalated' ? payload_reference : [],
  )
  await tx.db
    .updateTable('review_queue_items')
    .set({ state: 'escalated', assigned_to: to, passed_on_by: me, passed_on_note: note })
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .where(sql<boolean>`payload_reference = any(${accepted}::text[])`)
    .execute()
  await recount(tx, queue_reference, { updated_by: me })
  await tellReviewers(tx, queue_reference, [me, to])
  const people = accepted.map(() => to)
  await notifyReviewers(tx, queue, { kind: 'reviews_escalated', caused_by: me, people })
  tx.audit('review_queue.escalated', {
    queue_reference,
    to,
    note,
    payloads: outcomes.map(({ payload_reference, code }) => ({ payload_reference, status: code ?? 'escalated' })),
  })
  return outcomes
}

const isOpen = (state: ReviewItemState): boolean => openReviewItemStates.some((open) => open === state)

interface PassingOn {
  me: string
  to: string
  mayReview: MayReview
}

const refusalOf = (item: PassedItem | undefined, { me, to, mayReview }: PassingOn): ErrorCode | null => {
  if (!item) return 'payload.not_found'
  if (!isOpen(item.state)) return 'review_queue.already_reviewed'
  if (item.assigned_to !== me) return 'review_queue.not_assigned'
  // A second review by whoever made the first one would be none.
  if (item.reviewed_by === to) return 'review_queue.needs_two'
  return mayReview(to, item) ? null : 'review_queue.colleague_may_not'
}
