import type { CallInput, CallResponse, calls, ErrorCode, Receipt, ReceiptOutcome } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../../core/calls/index.ts'
import { noticesStatement, type PayloadRow } from '../../../platform/database/index.ts'
import { receiptsBy, storeReceipts } from '../rows/payload-receipts.ts'
import { decideEachPayload } from './decide-each-payload.ts'
import { payloadNotice } from './payload-notice.ts'

/** States in which the content could be received: it was opened, scanned and handed out. */
export const receivableStates = ['Processed', 'Transferred']

/**
 * Handles `POST /receipts`: each recording is decided on its own. Hidden and unknown recordings are answered alike. Whoever has
 * confirmed a receipt before gets that one again. One entry on the trail names all recordings.
 */
export const confirmReceiptsWith =
  (confirmed: Confirmed) =>
  (ctx: RequestContext, { body }: CallInput<typeof calls.confirmReceipts>) =>
    confirmReceipts(ctx, body, confirmed)

/** Further consequences of receipts, for recordings whose rows are locked. */
type Confirmed = (tx: AuditedTransaction, payload_references: readonly string[]) => Promise<void>

const confirmReceipts = async (
  ctx: RequestContext,
  body: CallInput<typeof calls.confirmReceipts>['body'],
  confirmed: Confirmed,
): Promise<CallResponse<typeof calls.confirmReceipts>> => {
  const { payload_references } = body
  const note = body.note ?? null
  const groups = await ctx.groups()
  const user = ctx.actor.reference
  return ctx.transaction(async (tx) => {
    const batch = { payload_references, action: 'receipts:write', groups, refusalOf } as const
    const { accepted, refusals } = await decideEachPayload(ctx, tx, batch)
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
    await confirmed(
      tx,
      accepted.map(({ payload_reference }) => payload_reference),
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
    return { items }
  })
}

const refusalOf = (payload: PayloadRow): ErrorCode | null => {
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
