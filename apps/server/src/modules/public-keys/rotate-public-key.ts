import type { CallInput, calls, PublicKeys } from '@holdfast/contract'
import type { RequestContext } from '../../platform/http/index.ts'

/**
 * `POST /public_keys/{client}/rotation`: what handsets ask for from now on is the new key, and the answer to their next
 * registration tells them to ask. The old pair stays, so that what was sealed to it, and what still is until then, opens.
 */
export const rotatePublicKey = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.rotatePublicKey>,
): Promise<PublicKeys> => {
  // The provider's own account has keys like any other, and its staff are at home there.
  if (params.client !== ctx.client) await ctx.enterCustomer(params.client)
  const { clientKeys } = ctx.platform
  return ctx.transaction(async (tx) => {
    const { replaced, ...key } = await clientKeys.rotate(tx)
    tx.audit('public_key.rotated', { client: tx.client, key_id: key.key_id, replaced })
    return { client: tx.client, ...key, is_current: true, created_at: tx.now.toISOString() }
  })
}
