import { type AuditEvent, ProductError } from '@holdfast/contract'
import { visitorReference } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { aboutSupportRequest, raiseAlert } from '../alerts/index.ts'

/** `POST /support_mode`: records the start of a visit. Calls under the request are recorded even without it. */
export const enterSupportMode = (ctx: RequestContext): Promise<undefined> => note(ctx, 'support_mode.entered')

/** `DELETE /support_mode`: records the end of a visit. The approval is valid until it expires, so the visitor can come back. */
export const leaveSupportMode = (ctx: RequestContext): Promise<undefined> => note(ctx, 'support_mode.left')

const note = async (ctx: RequestContext, event: AuditEvent): Promise<undefined> => {
  const { visit, roles } = ctx.user
  if (!visit) throw new ProductError('auth.forbidden')
  await ctx.transaction(async (tx) => {
    const { support_reference, staff } = visit
    tx.audit(event, { request_reference: support_reference, requested_by: staff.user_reference, roles })
    if (event === 'support_mode.entered') {
      const person = visitorReference(staff.user_reference)
      const related = support_reference === null ? [] : [aboutSupportRequest(support_reference)]
      await raiseAlert(tx, { condition: 'support_used', of: person, values: { person }, related })
    }
  })
}
