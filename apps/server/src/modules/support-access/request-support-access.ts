import { type CallInput, type calls, ProductError, type SupportAccess } from '@holdfast/contract'
import { visitorReference } from '../../core/accounts/index.ts'
import { lockRolesShared } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { aboutSupportRequest, raiseAlert } from '../alerts/index.ts'
import { type News, notifyPeople } from '../notifications/index.ts'
import { peopleWhoMay } from '../portal-users/index.ts'
import { scheduleExpiry } from './expire-support-access.ts'
import { notifyStaff } from './notify-staff.ts'
import { findRequest, noticeOf } from './support-request.ts'
import { longestAccessMs } from './support-state.ts'

type Input = CallInput<typeof calls.requestSupportAccess>

/**
 * `POST /clients/{client}/supportaccess`: a member of the provider's staff requests access to a customer's account, in one of
 * the customer's roles, for a stated reason and for at most 24 hours. The request is recorded on the trails of both.
 */
export const requestSupportAccess = async (ctx: RequestContext, { params, body }: Input): Promise<SupportAccess> => {
  const requested_by = ctx.user.user_reference
  await ctx.enterCustomer(params.client)
  const request = await ctx.transaction(async (tx) => {
    const request_reference = newId(tx.now)
    tx.audit('support_access.requested', { request_reference, requested_by, ...body })
    return openRequest(tx, { ...body, request_reference, requested_by })
  })
  await notifyStaff(ctx.platform, request)
  return request
}

/** A new request. */
export type NewRequest = Input['body'] & Pick<SupportAccess, 'request_reference' | 'requested_by'>

/**
 * Stores a request, schedules its expiry, and notifies open screens of the account.
 * @throws ProductError `support_access.expiry_out_of_range`, `role.unknown`
 */
export const openRequest = async (tx: TenantTransaction, newRequest: NewRequest): Promise<SupportAccess> => {
  assertWithinADay(newRequest.requested_expiry, tx.now)
  await assertRoleExists(tx, newRequest.role)
  await insertRequest(tx, newRequest)
  const request = await findRequest(tx, newRequest.request_reference)
  await scheduleExpiry(tx, request)
  await tx.notify(noticeOf(newRequest.request_reference, request.approval_state))
  await notifyDeciders(tx, request)
  const { request_reference } = newRequest
  const related = [aboutSupportRequest(request_reference)]
  await raiseAlert(tx, { condition: 'support_requested', of: request_reference, related })
  return request
}

/** Whoever can decide on the request is notified. */
const notifyDeciders = async (tx: TenantTransaction, { request_reference, requested_by }: SupportAccess) => {
  const deciders = await peopleWhoMay(tx, [{ action: 'support_access:read' }, { action: 'support_access:decide' }])
  const news = deciders.map(
    ({ user_reference }): News => ({
      recipient: user_reference,
      kind: 'support_requested',
      caused_by: visitorReference(requested_by),
      reference: request_reference,
    }),
  )
  await notifyPeople(tx, news)
}

const assertWithinADay = (requested_expiry: string, now: Date): void => {
  const lastsMs = Date.parse(requested_expiry) - now.getTime()
  if (!(lastsMs > 0 && lastsMs <= longestAccessMs)) throw new ProductError('support_access.expiry_out_of_range')
}

/** Also prevents the role's deletion until the transaction ends, so that no request is for a role that was just deleted. */
const assertRoleExists = async (tx: TenantTransaction, role: string): Promise<void> => {
  const [found] = await lockRolesShared(tx, [role])
  if (!found) throw new ProductError('role.unknown', { role })
}

const insertRequest = (tx: TenantTransaction, request: NewRequest) =>
  tx.db
    .insertInto('support_access')
    .values({
      client: tx.client,
      ...request,
      requested_at: tx.now,
      approval_state: 'pending',
      updated_at: tx.now,
      updated_by: visitorReference(request.requested_by),
    })
    .execute()
