/** Permissions on transfer configurations. */
import { ProductError, type TransferablePayloadType, type TransferConfig } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'

export const mayOf = ({ access }: RequestContext, { is_active }: { is_active: boolean }): TransferConfig['may'] => [
  ...(access.can('transfers:write') ? (['change', 'delete'] as const) : []),
  ...(access.can('transfers:run') && is_active ? (['run'] as const) : []),
  ...(access.can('transfers:write') ? (['test'] as const) : []),
]

/**
 * A configuration that is switched on takes recordings out of the account: its author could take all of them out, too. Whoever may not
 * prepares it switched off.
 * @throws ProductError `transfer_config.needs_content_right`
 */
export const assertContentRight = async (
  ctx: RequestContext,
  { is_active, payload_types }: { is_active: boolean; payload_types: readonly TransferablePayloadType[] },
): Promise<void> => {
  if (!is_active) return
  const visible = await ctx.visibility('payloads:download', payload_types)
  const inAllGroups = new Set(visible.flatMap((one) => (one.groups === 'all' ? one.payload_types : [])))
  if (payload_types.every((type) => inAllGroups.has(type))) return
  throw new ProductError('transfer_config.needs_content_right')
}
