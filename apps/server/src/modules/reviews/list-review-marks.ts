import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual } from '../../platform/database/index.ts'
import { findPayload } from '../payloads/index.ts'
import { withWithdrawals } from './review-marks.ts'

/** `GET /payloads/{payload_reference}/reviews`, newest first: references of marks begin with their time. */
export const listReviewMarks = async (
  ctx: RequestContext,
  { params: { payload_reference }, query }: CallInput<typeof calls.listReviewMarks>,
) => {
  const payload = await ctx.read((tx) => findPayload(tx, payload_reference))
  if (!payload || !(await ctx.can('payloads:read', payload.group, payload.payload_type))) {
    throw new ProductError('payload.not_found')
  }
  ctx.setAuditGroup(payload.group)
  if (!(await ctx.can('reviews:read', payload.group, payload.payload_type))) throw new ProductError('auth.forbidden')
  return answerTableList(ctx, query, {
    list: `reviews of ${payload_reference}`,
    table: 'review_marks',
    key: ['payload_reference', 'mark_reference'],
    direction: 'desc',
    conditions: () => [isEqual('payload_reference', payload_reference)],
    toItems: (rows) => ctx.read((tx) => withWithdrawals(tx, rows)),
  })
}
