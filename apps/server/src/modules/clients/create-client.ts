import { type CallInput, type CreatedClient, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../platform/http/index.ts'
import { describeClient, setUpAccount } from './set-up-account.ts'

/**
 * `POST /clients`: staff open a customer's account. It stands on the new account's own trail, as the first thing there, and on
 * the provider's. Its secrets are told in this answer and never again.
 */
export const createClient = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.createClient>,
): Promise<CreatedClient> => {
  if (await ctx.platform.clients.find(body.client)) throw new ProductError('client.exists')
  ctx.visit(body.client)
  return ctx.transaction(async (tx) => {
    const created = await setUpAccount(tx, ctx.platform, body)
    tx.audit('client.created', describeClient(body, created))
    return created
  })
}
