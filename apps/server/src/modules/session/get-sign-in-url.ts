import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'

/** `GET /url`: where to send the browser for signing in to an account (product.md section 7). */
export const getSignInUrl = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.getUrl>,
): Promise<{ url: string }> => {
  const account = await ctx.platform.clients.find(ctx.client)
  if (account === null) throw new ProductError('request.not_found')
  if (!account.is_active) throw new ProductError('auth.inactive')
  return { url: await ctx.platform.identity.signInUrl({ client: account.client, ...query }) }
}
