import { type AccessRequest, type CallInput, type calls, instantOf, ProductError } from '@holdfast/contract'
import type { GroupIndex } from '../../core/authorization/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { type News, notifyPeople } from '../notifications/index.ts'
import { findPerson, type GivenRole, giveRole } from '../portal-users/index.ts'
import { ofTheAccount } from './of-the-account.ts'
import { assertWaiting, detailsOf, lockRequest, type RequestRow, settle } from './request-row.ts'
import { givesWanted } from './roles-that-give.ts'
import { showRequest } from './show-requests.ts'
import { wantedOf } from './wanted.ts'

type Decision = CallInput<typeof calls.decideAccessRequest>['body']

const hourMs = 60 * 60_000

/**
 * `PUT /access_requests/{access_request_reference}`: somebody else approves it with a role, which the requester then has until a time
 * (docs/decisions/0050), or rejects it. Approving is giving that role, with the same checks.
 */
export const decideAccessRequest = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.decideAccessRequest>,
): Promise<AccessRequest> => {
  const decided_by = ofTheAccount(ctx)
  assertComplete(body)
  // Read before the transaction, which would hold a connection meanwhile.
  const groups = await ctx.groups()
  const settled = await ctx.transaction(async (tx) => {
    const request = await lockRequest(tx, params.access_request_reference)
    if (request.requested_by === decided_by) throw new ProductError('access_request.own')
    assertWaiting(request, tx.now)
    if (body.state === 'approved') return approve(ctx, tx, { request, groups }, body)
    return rejectRequest(tx, request, { decided_by, decision_note: body.decision_note ?? null })
  })
  return showRequest(ctx, settled)
}

const approve = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { request, groups }: { request: RequestRow; groups: GroupIndex },
  { role_reference = '', valid_until, decision_note }: Decision,
): Promise<RequestRow> => {
  const { requested_by: user_reference, hours } = request
  const wanted = await wantedOf(tx, groups, request)
  if (!wanted) throw new ProductError('access_request.is_gone')
  const latest = new Date(tx.now.getTime() + hours * hourMs)
  const end = valid_until === undefined ? latest : instantOf(valid_until)
  if (end <= tx.now || end > latest) throw new ProductError('access_request.end_out_of_range')
  const roles = (await findPerson(tx, user_reference))?.roles ?? []
  const assignment = { valid_until: end.toISOString(), reason: request.reason }
  // Whoever asked is one person, whoever decides the other.
  await giveRole(ctx, tx, { user_reference, role_reference, ...assignment }, 'second_person')
  if (!(await givesWanted(tx, { wanted, roles, role: role_reference }))) {
    throw new ProductError('access_request.other_role', { role: role_reference })
  }
  const given = { role_reference, valid_until: assignment.valid_until, decision_note: decision_note ?? null }
  return settleApproved(tx, request, { ...given, decided_by: ctx.user.user_reference })
}

type Approval = Pick<GivenRole, 'role_reference' | 'valid_until'> & Pick<RequestRow, 'decided_by' | 'decision_note'>

/** Marks a request as approved, after its requester was given the role. The request's row must be locked. */
export const settleApproved = async (
  tx: AuditedTransaction,
  request: RequestRow,
  { role_reference, valid_until, decided_by, decision_note }: Approval,
): Promise<RequestRow> => {
  const { payload_reference } = request
  await notifyPeople(tx, [
    {
      ...newsOf(request),
      kind: 'access_approved',
      caused_by: decided_by,
      name: role_reference,
      ...(payload_reference && { payload_reference }),
    },
  ])
  tx.audit('access_request.approved', {
    ...detailsOf(request),
    role_reference,
    approval_expiry: valid_until,
    ...(decision_note && { decision_note }),
  })
  return settle(tx, request, { state: 'approved', decided_by, decision_note, role_reference, valid_until })
}

/** Rejects a waiting request, whose row is locked. */
export const rejectRequest = async (
  tx: AuditedTransaction,
  request: RequestRow,
  decision: Pick<RequestRow, 'decided_by' | 'decision_note'>,
): Promise<RequestRow> => {
  await notifyPeople(tx, [{ ...newsOf(request), kind: 'access_rejected', caused_by: decision.decided_by }])
  tx.audit('access_request.rejected', { ...detailsOf(request), rejection_reason: decision.decision_note })
  return settle(tx, request, { state: 'rejected', ...decision })
}

const newsOf = ({ requested_by, access_request_reference }: RequestRow): Pick<News, 'recipient' | 'reference'> => ({
  recipient: requested_by,
  reference: access_request_reference,
})

/** @throws ProductError `request.invalid`, with what an approval or a rejection lacks */
const assertComplete = ({ state, role_reference, decision_note }: Decision): void => {
  const missing = state === 'approved' ? !role_reference && 'role_reference' : !decision_note && 'decision_note'
  if (!missing) return
  throw new ProductError('request.invalid', {}, [
    { path: `/body/${missing}`, keyword: 'required', params: {}, message: 'This is needed' },
  ])
}
