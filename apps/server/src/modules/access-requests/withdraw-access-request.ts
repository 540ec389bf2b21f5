import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { ofTheAccount } from './of-the-account.ts'
import { assertWaiting, detailsOf, lockRequest, settle } from './request-row.ts'

/** `DELETE /access_requests/{access_request_reference}`. Whoever may not see the request learns nothing of it. */
export const withdrawAccessRequest = (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.withdrawAccessRequest>,
): Promise<undefined> => {
  const decided_by = ofTheAccount(ctx)
  return ctx.transaction(async (tx) => {
    const request = await lockRequest(tx, params.access_request_reference)
    if (request.requested_by !== decided_by) {
      throw new ProductError(ctx.access.can('roles:read') ? 'access_request.not_own' : 'request.not_found')
    }
    assertWaiting(request, tx.now)
    tx.audit('access_request.withdrawn', detailsOf(request))
    await settle(tx, request, { state: 'withdrawn', decided_by })
    return undefined
  })
}
