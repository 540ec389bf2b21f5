import { grantProblem } from '@holdfast/access'
import {
  type CallInput,
  type calls,
  ProductError,
  type SupportAccess,
  type SupportAccessDecision,
  supportAccessTransitions,
} from '@holdfast/contract'
import { loadRoles } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertMayGrant } from '../grants/index.ts'
import { scheduleExpiry } from './expire-support-access.ts'
import { notifyStaff } from './notify-staff.ts'
import { isSamePerson } from './same-person.ts'
import { changeRequestState, lockRequest, requestDetails } from './support-request.ts'

type Input = CallInput<typeof calls.decideSupportAccess>

const events = {
  approved: 'support_access.approved',
  rejected: 'support_access.rejected',
  revoked: 'support_access.revoked',
} as const

/**
 * `PUT /supportaccess/{request_reference}`: the customer approves, rejects or revokes. A revocation takes effect on the
 * visitor's next call and may come from outside the account's network ranges. Visitors can't decide: their role lacks the
 * action.
 */
export const decideSupportAccess = async (ctx: RequestContext, { params, body }: Input): Promise<SupportAccess> => {
  const { request_reference } = params
  const decided_by = ctx.user.user_reference
  if (!ctx.is_address_admitted && body.approval_state !== 'revoked') throw new ProductError('auth.address_not_allowed')
  const decided = await ctx.transaction(async (tx) => {
    const request = await lockRequest(tx, request_reference)
    if (await isSamePerson(ctx, tx, request.requested_by)) throw new ProductError('support_access.own_request')
    supportAccessTransitions.assert(request.approval_state, body.approval_state)
    const approval = await approvalOf(ctx, tx, request, body)
    const rejection_reason = body.rejection_reason ?? null
    const change = { ...approval, approval_state: body.approval_state, rejection_reason }
    const decided = await changeRequestState(tx, request, change, decided_by)
    await scheduleExpiry(tx, decided)
    tx.audit(events[body.approval_state], { ...requestDetails(request), rejection_reason, ...approval })
    return decided
  })
  await notifyStaff(ctx.platform, decided)
  return decided
}

/** Approver and expiry of an approval; empty for other decisions. */
const approvalOf = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { role, requested_expiry }: SupportAccess,
  { approval_state, approval_expiry = requested_expiry }: SupportAccessDecision,
): Promise<Partial<Pick<SupportAccess, 'approval_expiry' | 'approved_by'>>> => {
  if (approval_state !== 'approved') return {}
  const expiry = new Date(approval_expiry)
  if (expiry <= tx.now || expiry > new Date(requested_expiry)) {
    throw new ProductError('support_access.expiry_out_of_range')
  }
  await assertRoleGrantable(ctx, tx, { role_reference: role, until: expiry.toISOString() })
  return { approval_expiry: expiry.toISOString(), approved_by: ctx.user.user_reference }
}

/** Approving a visit in a role grants that role, and nobody can grant what they could not do themselves until its end. */
const assertRoleGrantable = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { role_reference, until }: { role_reference: string; until: string },
): Promise<void> => {
  const [role] = await loadRoles(tx, [role_reference])
  if (!role) throw new ProductError('role.unknown', { role: role_reference })
  await assertMayGrant(ctx, tx, until, (access) => grantProblem(access, role))
}
