import type { CallInput, calls, PublicKeys } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'

/**
 * `POST /public_keys/{client}/rotation`: handsets get the new key from now on, and the answer to their next registration
 * tells them to fetch it. The old key pair is kept, to open recordings that were or still are sealed to it.
 */
export const rotatePublicKey = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.rotatePublicKey>,
): Promise<PublicKeys> => {
  // The provider's own account has keys, too. Its staff need not enter it.
  if (params.client !== ctx.client) await ctx.enterCustomer(params.client)
  const { clientKeys } = ctx.platform
  return ctx.transaction(async (tx) => {
    const { replaced, ...key } = await clientKeys.rotate(tx)
    tx.audit('public_key.rotated', { client: tx.client, key_id: key.key_id, replaced })
    return { client: tx.client, ...key, is_current: true, created_at: tx.now.toISOString() }
  })
}
