import {
  type CallInput,
  type CallResponse,
  type calls,
  type ErrorCode,
  type EscalationOutcome,
  openReviewItemStates,
  ProductError,
  type ReviewItemState,
} from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { isDenial } from '../../platform/http/index.ts'
import type { MayReview } from './deal-reviews.ts'
import { mayReviewOf } from './may-review.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { recount, tellReviewers } from './queue-items.ts'
import { lockQueue } from './queue-record.ts'
import { assertReviewers } from './reviewers.ts'

type ItemRow = Selectable<Tables['review_queue_items']>

/**
 * `POST /review_queues/{queue_reference}/escalate`: by whom an item is assigned to. Each recording is decided on its own; those that are
 * hidden, unknown or not in the queue are answered alike.
 */
export const escalateReviews = async (
  ctx: RequestContext,
  { params: { queue_reference }, body: { payload_references, to, note } }: CallInput<typeof calls.escalateReviews>,
): Promise<CallResponse<typeof calls.escalateReviews>> => {
  const me = ctx.actor.reference
  const groups = await ctx.groups()
  const mayRead = ({ group, payload_type }: ItemRow): boolean => {
    const known = groups.get(group)
    return known !== undefined && ctx.access.can('payloads:read', { group: known, payload_type })
  }
  return ctx.transaction(async (tx) => {
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
    const mayReview = await mayReviewOf(ctx, tx, [to])
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
    const code = outcomes.find((outcome) => outcome.code !== undefined)?.code as ErrorCode | undefined
    if (code) ctx.recordRefusal({ reason: code, isDenial: isDenial(new ProductError(code)) })
    return { items: outcomes }
  })
}

const isOpen = (state: ReviewItemState): boolean => openReviewItemStates.some((open) => open === state)

interface PassingOn {
  me: string
  to: string
  mayReview: MayReview
}

const refusalOf = (item: ItemRow | undefined, { me, to, mayReview }: PassingOn): ErrorCode | null => {
  if (!item) return 'payload.not_found'
  if (!isOpen(item.state)) return 'review_queue.already_reviewed'
  if (item.assigned_to !== me) return 'review_queue.not_assigned'
  // A second review by whoever made the first one would be none.
  if (item.reviewed_by === to) return 'review_queue.needs_two'
  return mayReview(to, item) ? null : 'review_queue.colleague_may_not'
}
