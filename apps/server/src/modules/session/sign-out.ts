import type { CallInput, calls } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import { endSessionsBefore } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { endBrokerSessions } from '../../core/identity/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

/**
 * `POST /session/sign_out`: ends the person's sessions in every browser. Revokes the refresh token, deletes the
 * embedded broker's sessions, and invalidates all id tokens that were issued until now. Staff who sign out in a
 * customer's account are signed out of their own.
 */
export const signOut = async (ctx: RequestContext, { body }: CallInput<typeof calls.signOut>): Promise<undefined> => {
  const { visit, user_reference } = ctx.user
  const home = visit ? providerClient : ctx.client
  if (body.refresh_token !== undefined) await ctx.platform.identity.revoke(home, body.refresh_token)
  if (visit) {
    const staff_reference = visit.staff.user_reference
    await ctx.platform.database.transaction(home, (tx) => endSessions(ctx, tx, staff_reference))
  }
  await ctx.transaction(async (tx) => {
    if (!visit) await endSessions(ctx, tx, user_reference)
    tx.audit('session.signed_out')
  })
}

const endSessions = async (ctx: RequestContext, tx: TenantTransaction, user_reference: string): Promise<void> => {
  // Tokens have their time of issue in seconds. The presented one must become invalid, even if it was issued in this
  // second.
  const validFromS = Math.max(ctx.token_issued_at_s + 1, Math.floor(tx.now.getTime() / 1000))
  await endSessionsBefore(tx, new Date(validFromS * 1000), { user_reference, updated_by: user_reference })
  // Other browsers can't sign out any more, because their tokens are invalid. Without this, a broker session that is
  // left in one of them would sign in the next person who uses it.
  await endBrokerSessions(tx, user_reference)
}
