import { type CallInput, type calls, supportAccessTransitions } from '@holdfast/contract'
import type { RequestContext } from '../../platform/http/index.ts'
import { lockRequest, moveRequest } from './support-request.ts'
import { tellStaff } from './tell-staff.ts'

/** `DELETE /clients/{client}/supportaccess/{request_reference}`: staff withdraw what nobody has decided on. */
export const cancelSupportAccess = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.cancelSupportAccess>,
): Promise<undefined> => {
  const { client, request_reference } = params
  await ctx.enterCustomer(client)
  const canceled = await ctx.transaction(async (tx) => {
    const request = await lockRequest(tx, request_reference)
    supportAccessTransitions.assert(request.approval_state, 'canceled')
    tx.audit('support_access.canceled', { request_reference, requested_by: request.requested_by })
    return moveRequest(tx, request, { approval_state: 'canceled' }, ctx.user.user_reference)
  })
  await tellStaff(ctx.platform, canceled)
}
