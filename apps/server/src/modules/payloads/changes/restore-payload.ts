import { type CallInput, type calls, type PayloadDetail, type PayloadState, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import type { Actor, PayloadRow, TenantTransaction } from '../../../platform/database/index.ts'
import { getPayload, lockPayload } from '../rows/get-payload.ts'
import { transition } from './transition.ts'

/**
 * `POST /payloads/{payload_reference}/restore`: back to the state before the deletion.
 * @throws ProductError `payload.not_found`, `auth.forbidden`, `payload.illegal_transition` unless it is deleted
 */
export const restorePayload = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.restorePayload>,
): Promise<PayloadDetail> => {
  const { payload_reference } = params
  const groups = await ctx.groups()
  await ctx.transaction(async (tx) => {
    const payload = await lockPayload(tx, payload_reference)
    const group = payload && groups.get(payload.group)
    const question = group && { group, payload_type: payload.payload_type }
    if (!payload || !question || !ctx.access.can('payloads:read', question)) throw new ProductError('payload.not_found')
    ctx.setAuditGroup(payload.group)
    if (!ctx.access.can('payloads:restore', question)) throw new ProductError('auth.forbidden')
    const to = await restore(tx, ctx.actor, payload)
    tx.audit('payload.restored', { payload_reference, from: payload.payload_state, to })
  })
  return getPayload(ctx, { params })
}

/** Moves a deleted recording back. Its row must be locked. @throws ProductError `payload.illegal_transition` unless it is deleted */
export const restore = async (tx: TenantTransaction, actor: Actor, payload: PayloadRow): Promise<PayloadState> => {
  const { payload_state, state_before_deletion } = payload
  const to = state_before_deletion as PayloadState | null
  if (payload_state !== 'Deleted' || to === null) {
    throw new ProductError('payload.illegal_transition', { from: payload_state, to: to ?? 'restored' })
  }
  await transition(tx, actor, payload, { to, event: 'payload.restored', set: { state_before_deletion: null } })
  return to
}
