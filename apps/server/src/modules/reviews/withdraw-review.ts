import { type Action, type CallInput, type calls, limits, ProductError, type ReviewMark } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { lockPayloads, setStandingReview } from '../payloads/index.ts'
import { reopenItems } from './reopen-items.ts'
import { countWithdrawal, marksOf } from './review-marks.ts'

const hourMs = 60 * 60 * 1000

/**
 * `POST /payloads/{payload_reference}/reviews/{mark_reference}/withdraw`: the mark stays, as withdrawn. What was said before it stands on
 * the recording again, and it waits again where the mark settled it.
 */
export const withdrawReview = async (
  ctx: RequestContext,
  { params: { payload_reference, mark_reference }, body: { reason } }: CallInput<typeof calls.withdrawReview>,
): Promise<ReviewMark> => {
  const groups = await ctx.groups()
  const may = (action: Action, { group, payload_type }: PayloadRow): boolean => {
    const known = groups.get(group)
    return known !== undefined && ctx.access.can(action, { group: known, payload_type })
  }
  return ctx.transaction(async (tx) => {
    const [payload] = await lockPayloads(tx, [payload_reference])
    if (!payload || !may('payloads:read', payload)) throw new ProductError('payload.not_found')
    ctx.setAuditGroup(payload.group)
    if (!may('reviews:write', payload)) throw new ProductError('auth.forbidden')
    const marks = await marksOf(tx, payload_reference)
    const [mark, before = null] = withdrawable(marks, mark_reference, { me: ctx.actor.reference, now: tx.now })
    const withdrawn_by = ctx.actor.reference
    await tx.db
      .insertInto('review_withdrawals')
      .values({ client: tx.client, payload_reference, mark_reference, withdrawn_by, withdrawn_at: tx.now, reason })
      .execute()
    await countWithdrawal(tx, mark, payload)
    await setStandingReview(tx, payload, before, withdrawn_by)
    await reopenItems(tx, mark)
    const { disposition } = mark
    await tx.custody(ctx.actor, [
      { payload_reference, event: 'payload.review_withdrawn', details: { mark_reference, disposition, reason } },
    ])
    const { payload_type, group } = payload
    tx.audit(
      'payload.review_withdrawn',
      {
        payload_reference,
        payload_type,
        mark_reference,
        disposition,
        reason,
        before: standing(mark),
        after: standing(before),
      },
      [group],
    )
    return { ...mark, withdrawn_by, withdrawn_at: tx.now.toISOString(), withdrawal_reason: reason }
  })
}

/**
 * The mark and those that stand before it, the latest first: one's own, the latest that was not withdrawn, and not too old. Whoever marked
 * the recording later may have relied on it.
 * @throws ProductError `request.not_found`, `review.not_own`, `review.already_withdrawn`, `review.not_latest`, `review.too_late`
 */
const withdrawable = (
  marks: readonly ReviewMark[],
  mark_reference: string,
  { me, now }: { me: string; now: Date },
): [ReviewMark, ...ReviewMark[]] => {
  const mark = marks.find((one) => one.mark_reference === mark_reference)
  if (!mark) throw new ProductError('request.not_found')
  if (mark.reviewed_by !== me) throw new ProductError('review.not_own')
  if (mark.withdrawn_at !== null) throw new ProductError('review.already_withdrawn')
  const [latest, ...others] = marks.filter(({ withdrawn_at }) => withdrawn_at === null)
  if (latest?.mark_reference !== mark_reference) throw new ProductError('review.not_latest')
  if (now.getTime() - Date.parse(mark.reviewed_at) > limits.reviewWithdrawalHours * hourMs) {
    throw new ProductError('review.too_late')
  }
  return [latest, ...others]
}

/** What stands on the recording. */
const standing = (mark: ReviewMark | null) => ({
  reviewed_by: mark?.reviewed_by ?? null,
  reviewed_at: mark?.reviewed_at ?? null,
})
