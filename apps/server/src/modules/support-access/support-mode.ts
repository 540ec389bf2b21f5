import { type AuditEvent, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'

/** `POST /support_mode`: records the start of a visit. Calls under the request are recorded even without it. */
export const enterSupportMode = (ctx: RequestContext): Promise<undefined> => note(ctx, 'support_mode.entered')

/** `DELETE /support_mode`: records the end of a visit. The approval is valid until it expires, so the visitor can come back. */
export const leaveSupportMode = (ctx: RequestContext): Promise<undefined> => note(ctx, 'support_mode.left')

const note = async (ctx: RequestContext, event: AuditEvent): Promise<undefined> => {
  const { visit, roles } = ctx.user
  if (!visit) throw new ProductError('auth.forbidden')
  await ctx.transaction(async (tx) => {
    tx.audit(event, { request_reference: visit.support_reference, requested_by: visit.staff.user_reference, roles })
  })
}
