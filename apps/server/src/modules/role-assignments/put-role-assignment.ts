import type { CallInput, calls } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { MadeBy } from '../grants/index.ts'
import { notifyPeople } from '../notifications/index.ts'
import { type GivenRole, giveRole } from '../portal-users/index.ts'

/**
 * `PUT /portal_users/{user_reference}/roles/{role_reference}`: gives somebody a role until a time. It counts from their next
 * call on, and ends by itself. Whoever gives it must be able to do everything that it allows.
 */
export const putRoleAssignment = (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.putRoleAssignment>,
): Promise<undefined> => {
  // Recorded first, so that the trail has the requested end also if the role is refused.
  ctx.recordClaims({ valid_until: body.valid_until })
  return ctx.transaction((tx) => giveAndTell(ctx, tx, { ...params, ...body }, 'author'))
}

/**
 * Gives somebody a role until a time, and notifies them, unless they only have it for a shorter time than before.
 * @throws ProductError those of `giveRole`
 */
export const giveAndTell = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  given: GivenRole,
  madeBy: MadeBy,
): Promise<undefined> => {
  const { isShortened } = await giveRole(ctx, tx, given, madeBy)
  if (isShortened) return undefined
  const { user_reference: recipient, role_reference: name } = given
  await notifyPeople(tx, [{ recipient, kind: 'role_given', caused_by: ctx.user.user_reference, name }])
  return undefined
}
