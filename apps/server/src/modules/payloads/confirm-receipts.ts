import {
  type Action,
  type CallInput,
  type CallResponse,
  type calls,
  type ErrorCode,
  ProductError,
  type Receipt,
  type ReceiptOutcome,
} from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { noticesStatement, type PayloadRow } from '../../platform/database/index.ts'
import { isDenial } from '../../platform/http/index.ts'
import { lockPayloads } from './get-payload.ts'
import { payloadNotice } from './payload-notice.ts'
import { receiptsBy, storeReceipts } from './payload-receipts.ts'

/** States in which the content could be received: it was opened, scanned and handed out. */
const receivableStates = ['Processed', 'Transferred']

/**
 * `POST /receipts`: each recording is decided on its own. Hidden and unknown recordings are answered alike. Whoever has
 * confirmed a receipt before gets that one again. One entry on the trail names all recordings.
 */
export const confirmReceipts = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.confirmReceipts>,
): Promise<CallResponse<typeof calls.confirmReceipts>> => {
  const { payload_references } = body
  const note = body.note ?? null
  const groups = await ctx.groups()
  const may = (action: Action, { group, payload_type }: PayloadRow) => {
    const known = groups.get(group)
    return known !== undefined && ctx.access.can(action, { group: known, payload_type })
  }
  const user = ctx.actor.reference
  return ctx.transaction(async (tx) => {
    const rows = await lockPayloads(tx, payload_references)
    const payloads = new Map(rows.map((row) => [row.payload_reference, row]))
    const refusals = new Map(
      payload_references.flatMap((reference) => {
        const code = refusalOf(payloads.get(reference), may)
        return code ? [[reference, new ProductError(code)] as const] : []
      }),
    )
    const accepted = rows.filter(({ payload_reference }) => !refusals.has(payload_reference))
    const earlier = await receiptsBy(
      tx,
      user,
      accepted.map(({ payload_reference }) => payload_reference),
    )
    const receipt: Receipt = { user, time: tx.now.toISOString(), note }
    await store(
      ctx,
      tx,
      receipt,
      accepted.filter(({ payload_reference }) => !earlier.has(payload_reference)),
    )
    const items = payload_references.map((payload_reference): ReceiptOutcome => {
      const refusal = refusals.get(payload_reference)
      if (!refusal) {
        return { payload_reference, result: 'confirmed', receipt: earlier.get(payload_reference) ?? receipt }
      }
      const { code, message } = refusal
      return { payload_reference, result: 'refused', receipt: null, code, message }
    })
    const statusOf = ({ payload_reference, code }: ReceiptOutcome) =>
      code ?? (earlier.has(payload_reference) ? 'confirmed_before' : 'confirmed')
    tx.audit('payload.receipt_confirmed', {
      ...(note !== null && { note }),
      payloads: items.map((item) => ({ payload_reference: item.payload_reference, status: statusOf(item) })),
    })
    const [refused] = refusals.values()
    if (refused) ctx.recordRefusal({ reason: refused.code, isDenial: isDenial(refused) })
    const [group, ...others] = new Set(accepted.map((payload) => payload.group))
    if (group !== undefined && others.length === 0) ctx.setAuditGroup(group)
    return { items }
  })
}

const refusalOf = (
  payload: PayloadRow | undefined,
  may: (action: Action, payload: PayloadRow) => boolean,
): ErrorCode | null => {
  if (!payload || !may('payloads:read', payload)) return 'payload.not_found'
  if (!may('receipts:write', payload)) return 'auth.forbidden'
  // Before the state: nobody ever receives this content.
  if (payload.is_personal_number) return 'receipt.personal'
  return receivableStates.includes(payload.payload_state) ? null : 'receipt.no_content'
}

/** Stores receipts with their events in the chain of custody, and tells open screens. */
const store = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { user, note }: Receipt,
  payloads: readonly PayloadRow[],
): Promise<void> => {
  if (payloads.length === 0) return
  await storeReceipts(tx, { user, note }, payloads)
  await tx.custody(
    ctx.actor,
    payloads.map(({ payload_reference }) => ({
      payload_reference,
      event: 'payload.receipt_confirmed',
      ...(note !== null && { details: { note } }),
    })),
  )
  await tx.executeAll([
    noticesStatement(
      tx,
      payloads.map((payload) => payloadNotice(payload, payload.payload_state)),
    ),
  ])
}
