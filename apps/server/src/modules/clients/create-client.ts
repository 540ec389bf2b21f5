import { type CallInput, type CreatedClient, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { describeClient, setUpAccount } from './set-up-account.ts'

/**
 * `POST /clients`: staff open a customer's account. The call is the first entry on the new account's trail, and is on
 * the provider's trail as well. The account's secrets are returned only once, in this answer.
 */
export const createClient = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.createClient>,
): Promise<CreatedClient> => {
  if (await ctx.platform.clients.find(body.client)) throw new ProductError('client.exists')
  ctx.enterNewCustomer(body.client)
  return ctx.transaction(async (tx) => {
    const created = await setUpAccount(tx, ctx.platform, body)
    tx.audit('client.created', describeClient(body, created))
    return created
  })
}
