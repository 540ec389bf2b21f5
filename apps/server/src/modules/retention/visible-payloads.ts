import type { PayloadType } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'

/** Whether the caller may see a recording, and so may be told its reference. */
export const visiblePayloads = async (
  ctx: RequestContext,
): Promise<(payload: { group: string; payload_type: PayloadType }) => boolean> => {
  const groups = await ctx.groups()
  return ({ group, payload_type }) => {
    const known = groups.get(group)
    return known !== undefined && ctx.access.can('payloads:read', { group: known, payload_type })
  }
}
