import { type CallInput, type calls, type PayloadAudit, type PlayedRange, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { readCustodyEvents } from '../../platform/database/index.ts'
import { findPayload } from './get-payload.ts'

/** Few recordings have more events. The audit screens export the whole trail. */
const maxEvents = 1_000

/**
 * `GET /payloads/{payload_reference}/audit`: the recording's chain of custody, oldest first, and who confirmed its
 * receipt. Needs `payloads:read`, and is refused if `audit:read` is denied for the recording's group.
 */
export const getPayloadAudit = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getPayloadAudit>,
): Promise<PayloadAudit> => {
  const { payload_reference } = params
  const [payload, events] = await ctx.read(async (tx) => [
    await findPayload(tx, payload_reference),
    await readCustodyEvents(tx, payload_reference, maxEvents),
  ])
  if (!payload || !(await ctx.can('payloads:read', payload.group, payload.payload_type))) {
    throw new ProductError('payload.not_found')
  }
  ctx.setAuditGroup(payload.group)
  const group = (await ctx.groups()).get(payload.group)
  if (group && ctx.access.isDenied('audit:read', group)) throw new ProductError('auth.forbidden')
  const { receipt_confirmed_by, receipt_confirmed_at } = payload
  return {
    client: ctx.client,
    records: events.map(({ event, occurred_at, actor_kind, actor, details }) => ({
      portal_user: actor_kind === 'portal_user' ? actor : null,
      actor_kind: actor_kind === 'portal_user' ? 'person' : actor_kind,
      actor,
      action: event,
      time: occurred_at,
      played: event === 'payload.listened' ? (details.played as PlayedRange[]) : null,
    })),
    receipts:
      receipt_confirmed_by && receipt_confirmed_at ? [{ user: receipt_confirmed_by, time: receipt_confirmed_at }] : [],
  }
}
