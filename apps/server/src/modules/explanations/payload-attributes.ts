import type { Group } from '@holdfast/access'
import { type ContentWithheld, type PayloadState, type PayloadType, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { findPayload } from '../payloads/index.ts'
import { contentWithheld } from '../playback/index.ts'

/** The properties of a recording that decide who has access to it. */
export interface PayloadAttributes {
  readonly group: Group
  readonly payload_type: PayloadType
  readonly payload_state: PayloadState
  readonly content_withheld: ContentWithheld | null
  readonly registered_at: string
  readonly processed_at: string | null
}

/**
 * Finds a recording that the caller may see, and sets its group for the trail.
 * @throws ProductError `request.not_found`
 */
export const payloadAttributes = async (ctx: RequestContext, payload_reference: string): Promise<PayloadAttributes> => {
  const groups = await ctx.groups()
  const payload = await ctx.read((tx) => findPayload(tx, payload_reference))
  const group = payload && groups.get(payload.group)
  if (!group || !ctx.access.can('payloads:read', { group, payload_type: payload.payload_type })) {
    throw new ProductError('request.not_found')
  }
  ctx.setAuditGroup(group.group_reference)
  const { payload_type, payload_state, registered_at, processed_at } = payload
  const content_withheld = contentWithheld(payload)
  return { group, payload_type, payload_state, content_withheld, registered_at, processed_at }
}
