import { type CallInput, type calls, ProductError, type SupportAccess } from '@holdfast/contract'
import { newId } from '../../platform/clock/identifiers.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { RequestContext } from '../../platform/http/index.ts'
import { expireInTime } from './expire-support-access.ts'
import { findRequest, noticeOf } from './support-request.ts'
import { longestAccessMs } from './support-state.ts'
import { tellStaff } from './tell-staff.ts'

type Input = CallInput<typeof calls.requestSupportAccess>

/**
 * `POST /clients/{client}/supportaccess`: one of the provider's staff asks a customer to be let in, in one of the customer's
 * roles, for a reason and until a time within 24 hours. The request stands on the trails of both.
 */
export const requestSupportAccess = async (ctx: RequestContext, { params, body }: Input): Promise<SupportAccess> => {
  const requested_by = ctx.user.user_reference
  await ctx.enterCustomer(params.client)
  const request = await ctx.transaction(async (tx) => {
    assertWithinADay(body.requested_expiry, tx.now)
    await assertRoleExists(tx, body.role)
    const request_reference = newId(tx.now)
    await insertRequest(tx, { ...body, request_reference, requested_by })
    const request = await findRequest(tx, request_reference)
    await expireInTime(tx, request)
    tx.audit('support_access.requested', { request_reference, requested_by, ...body })
    await tx.notify(noticeOf(request_reference, request.approval_state))
    return request
  })
  await tellStaff(ctx.platform, request)
  return request
}

const assertWithinADay = (requested_expiry: string, now: Date): void => {
  const lastsMs = Date.parse(requested_expiry) - now.getTime()
  if (!(lastsMs > 0 && lastsMs <= longestAccessMs)) throw new ProductError('support_access.expiry_out_of_range')
}

/** And stays until this transaction ends, so that a request never asks for a role that was just deleted. */
const assertRoleExists = async (tx: TenantTransaction, role: string): Promise<void> => {
  const found = await tx.db
    .selectFrom('roles')
    .select('role_reference')
    .where('client', '=', tx.client)
    .where('role_reference', '=', role)
    .forShare()
    .executeTakeFirst()
  if (!found) throw new ProductError('role.unknown', { role })
}

const insertRequest = (
  tx: TenantTransaction,
  request: Input['body'] & { request_reference: string; requested_by: string },
) =>
  tx.db
    .insertInto('support_access')
    .values({
      client: tx.client,
      ...request,
      requested_at: tx.now,
      approval_state: 'pending',
      updated_at: tx.now,
      updated_by: request.requested_by,
    })
    .execute()
