import { type AuditEvent, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../platform/http/index.ts'

/** `POST /support_mode`: a visit begins. What is done in it is recorded either way; this says when it was meant to begin. */
export const enterSupportMode = (ctx: RequestContext): Promise<undefined> => note(ctx, 'support_mode.entered')

/** `DELETE /support_mode`: a visit is over. The approval holds until it ends, so one may come back. */
export const leaveSupportMode = (ctx: RequestContext): Promise<undefined> => note(ctx, 'support_mode.left')

const note = async (ctx: RequestContext, event: AuditEvent): Promise<undefined> => {
  const { visit, roles } = ctx.user
  if (!visit) throw new ProductError('auth.forbidden')
  await ctx.transaction(async (tx) => {
    tx.audit(event, { request_reference: visit.support_reference, requested_by: visit.staff.user_reference, roles })
  })
}
