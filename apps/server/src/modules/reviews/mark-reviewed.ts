import {
  type Action,
  type CallInput,
  type CallResponse,
  type calls,
  type ErrorCode,
  ProductError,
  type ReviewMark,
  type ReviewOutcome,
} from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { isDenial } from '../../platform/http/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { chosenSettings } from '../account-settings/index.ts'
import { lockPayloads, reviewableStates, setReviewed } from '../payloads/index.ts'
import { settleItems } from './queue-items.ts'
import { notWithdrawn, repeatedMarks, storeMarks } from './review-marks.ts'

/**
 * `POST /reviews`: each recording is decided on its own. Hidden and unknown recordings are answered alike. Repeating the mark that stands
 * on a recording changes nothing, unless the recording waits for the caller in a queue. One entry on the trail names all recordings.
 */
export const markReviewed = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.markReviewed>,
): Promise<CallResponse<typeof calls.markReviewed>> => {
  const { payload_references, disposition } = body
  const note = body.note ?? null
  const groups = await ctx.groups()
  const may = (action: Action, { group, payload_type }: PayloadRow) => {
    const known = groups.get(group)
    return known !== undefined && ctx.access.can(action, { group: known, payload_type })
  }
  return ctx.transaction(async (tx) => {
    await assertDisposition(tx, disposition, note)
    const rows = await lockPayloads(tx, payload_references)
    const payloads = new Map(rows.map((row) => [row.payload_reference, row]))
    const at = timeOfMarks(tx.now, rows)
    const said = { reviewed_by: ctx.actor.reference, disposition, note }
    const repeated = await repeatedMarks(tx, said, rows)
    const items = payload_references.map((payload_reference): ReviewOutcome => {
      const code = refusalOf(payloads.get(payload_reference), may)
      if (code) {
        const { message } = new ProductError(code)
        return { payload_reference, result: 'refused', mark: null, code, message }
      }
      const mark = repeated.get(payload_reference) ?? {
        mark_reference: newId(at),
        payload_reference,
        reviewed_at: at.toISOString(),
        ...said,
        ...notWithdrawn,
      }
      return { payload_reference, result: 'reviewed', mark }
    })
    const isNew = ({ payload_reference }: ReviewMark) => !repeated.has(payload_reference)
    const marks = items.flatMap(({ mark }) => (mark && isNew(mark) ? mark : []))
    const payloadsOf = (shown: readonly { payload_reference: string }[]) =>
      shown.flatMap(({ payload_reference }) => payloads.get(payload_reference) ?? [])
    await store(ctx, tx, marks, payloadsOf(marks))
    tx.audit('payload.reviewed', {
      disposition,
      ...(note !== null && { note }),
      payloads: items.map(({ payload_reference, code }) => ({
        payload_reference,
        status: code ?? (repeated.has(payload_reference) ? 'reviewed_before' : 'reviewed'),
      })),
    })
    recordOutcome(ctx, items, payloadsOf(items.filter(({ mark }) => mark)))
    return { items }
  })
}

/**
 * Later than the latest mark of the recordings, whose rows are locked: this transaction may have begun before another one that marked
 * them first.
 */
const timeOfMarks = (now: Date, payloads: readonly PayloadRow[]): Date =>
  new Date(
    Math.max(now.getTime(), ...payloads.map(({ reviewed_at }) => (reviewed_at ? Date.parse(reviewed_at) + 1 : 0))),
  )

/** @throws ProductError `review.unknown_disposition`, `review.note_required` */
const assertDisposition = async (tx: TenantTransaction, name: string, note: string | null): Promise<void> => {
  const { dispositions } = await chosenSettings(tx)
  const chosen = dispositions.find((disposition) => disposition.name === name)
  if (!chosen) throw new ProductError('review.unknown_disposition')
  if (chosen.needs_note && note === null) throw new ProductError('review.note_required')
}

const refusalOf = (
  payload: PayloadRow | undefined,
  may: (action: Action, payload: PayloadRow) => boolean,
): ErrorCode | null => {
  if (!payload || !may('payloads:read', payload)) return 'payload.not_found'
  if (!may('reviews:write', payload)) return 'auth.forbidden'
  return reviewableStates.includes(payload.payload_state) ? null : 'review.not_processed'
}

/** Stores marks with their events in the chain of custody, and sets them on the recordings. */
const store = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  marks: readonly ReviewMark[],
  payloads: readonly PayloadRow[],
): Promise<void> => {
  const [mark] = marks
  if (!mark) return
  await storeMarks(tx, marks, payloads)
  await setReviewed(tx, payloads, mark)
  const payload_references = payloads.map(({ payload_reference }) => payload_reference)
  await settleItems(tx, { ...mark, payload_references })
  const { disposition, note } = mark
  await tx.custody(
    ctx.actor,
    payloads.map(({ payload_reference }) => ({
      payload_reference,
      event: 'payload.reviewed',
      details: { disposition, ...(note !== null && { note }) },
    })),
  )
}

/** A refused recording counts as a refusal of the call, whose entry on the trail is filtered by the group of the accepted ones. */
const recordOutcome = (ctx: RequestContext, items: readonly ReviewOutcome[], accepted: readonly PayloadRow[]): void => {
  const code = items.find((item) => item.code !== undefined)?.code as ErrorCode | undefined
  if (code) ctx.recordRefusal({ reason: code, isDenial: isDenial(new ProductError(code)) })
  const [group, ...others] = new Set(accepted.map((payload) => payload.group))
  if (group !== undefined && others.length === 0) ctx.setAuditGroup(group)
}
