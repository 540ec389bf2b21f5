import { type CallInput, type calls, ProductError, supportAccessTransitions } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { notifyStaff } from './notify-staff.ts'
import { changeRequestState, lockRequest, requestDetails } from './support-request.ts'

/**
 * `DELETE /clients/{client}/supportaccess/{request_reference}`: staff withdraw a pending request, or end an approved
 * visit of their own.
 */
export const cancelSupportAccess = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.cancelSupportAccess>,
): Promise<undefined> => {
  const { client, request_reference } = params
  const { user_reference } = ctx.user
  await ctx.enterCustomer(client)
  const canceled = await ctx.transaction(async (tx) => {
    const request = await lockRequest(tx, request_reference)
    const { approval_state: from, requested_by } = request
    if (from === 'approved' && requested_by !== user_reference) throw new ProductError('auth.forbidden')
    supportAccessTransitions.assert(from, 'canceled')
    tx.audit('support_access.canceled', { ...requestDetails(request), from })
    return changeRequestState(tx, request, { approval_state: 'canceled' }, ctx.user.user_reference)
  })
  await notifyStaff(ctx.platform, canceled)
}
