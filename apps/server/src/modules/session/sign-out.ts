import type { CallInput, calls } from '@holdfast/contract'
import type { RequestContext } from '../../platform/http/index.ts'
import { authorizationHeadersOf } from '../../platform/identity/index.ts'

/**
 * `POST /session/sign_out`: the refresh token and the identity provider's session end, and no id token that was issued until
 * now is good any more.
 */
export const signOut = async (ctx: RequestContext, { body }: CallInput<typeof calls.signOut>): Promise<undefined> => {
  const { user_reference } = ctx.user
  const { issued_at_s } = await ctx.platform.identity.verifyPerson(authorizationHeadersOf(ctx.request.raw), ctx.client)
  if (body.refresh_token !== undefined) await ctx.platform.identity.revoke(ctx.client, body.refresh_token)
  await ctx.transaction(async (tx) => {
    // Tokens tell the second they were issued in: the presented one must not count, even when it is of this second.
    const validFromS = Math.max(issued_at_s + 1, Math.floor(tx.now.getTime() / 1000))
    await tx.db
      .updateTable('portal_users')
      .set({ sessions_valid_from: new Date(validFromS * 1000), updated_at: tx.now })
      .where('client', '=', tx.client)
      .where('user_reference', '=', user_reference)
      .execute()
    tx.audit('session.signed_out')
  })
}
