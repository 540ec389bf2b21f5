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
 * Gives somebody a role until a time, and notifies them, unless they only have it for a shorter time than before. Whoever
 * gave it to them before is notified that its end is another one.
 * @throws ProductError those of `giveRole`
 */
export const giveAndTell = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  given: GivenRole,
  madeBy: MadeBy,
): Promise<undefined> => {
  const { isShortened, first_given_by } = await giveRole(ctx, tx, given, madeBy)
  const { user_reference, role_reference: name } = given
  const about = { caused_by: ctx.user.user_reference, name }
  await notifyPeople(tx, [
    ...(isShortened ? [] : [{ ...about, recipient: user_reference, kind: 'role_given' as const }]),
    ...(first_given_by === null ? [] : [{ ...about, recipient: first_given_by, kind: 'role_end_changed' as const }]),
  ])
  return undefined
}
