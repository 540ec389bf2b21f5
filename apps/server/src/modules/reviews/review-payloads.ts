import { type ErrorCode, ProductError, type ReviewMark, type ReviewOutcome } from '@holdfast/contract'
import type { AuditedTransaction } from '../../core/calls/index.ts'
import type { Actor, PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { chosenSettings } from '../account-settings/index.ts'
import { lockPayloads, setReviewed } from '../payloads/index.ts'
import { openedBy } from './openings.ts'
import { demandedOpenings, settleItems } from './queue-items.ts'
import { notWithdrawn, repeatedMarks, storeMarks } from './review-marks.ts'

/** What somebody says of recordings. */
interface Said {
  payload_references: readonly string[]
  disposition: string
  note: string | null
}

interface Reviewed {
  /** What became of each recording, in the order of the references. */
  items: ReviewOutcome[]
  /** The recordings that were marked now or before. */
  accepted: PayloadRow[]
}

/**
 * Marks recordings as reviewed, each decided on its own. Repeating the mark that stands on a recording changes nothing, unless the recording
 * waits for the reviewer in a queue. One entry on the trail names all recordings.
 * @param refusalOf returns why a recording can't be marked, or `null` if it can. An unknown recording is passed as `undefined`
 * @throws ProductError `review.unknown_disposition`, `review.note_required`
 */
export const reviewPayloads = async (
  tx: AuditedTransaction,
  actor: Actor,
  { payload_references, disposition, note }: Said,
  refusalOf: (payload: PayloadRow | undefined) => ErrorCode | null,
): Promise<Reviewed> => {
  await assertDisposition(tx, disposition, note)
  const rows = await lockPayloads(tx, payload_references)
  const payloads = new Map(rows.map((row) => [row.payload_reference, row]))
  const at = timeOfMarks(tx.now, rows)
  const said = { reviewed_by: actor.reference, disposition, note }
  const repeated = await repeatedMarks(tx, said, rows)
  const opened = await openedBy(tx, actor.reference, rows)
  const toOpen = await demandedOpenings(tx, actor.reference, payload_references)
  const refusal = (payload_reference: string): ErrorCode | null => {
    const isMissing = toOpen.has(payload_reference) && opened.get(payload_reference)?.is_opened === false
    return refusalOf(payloads.get(payload_reference)) ?? (isMissing ? 'review.not_opened' : null)
  }
  const items = payload_references.map((payload_reference): ReviewOutcome => {
    const code = refusal(payload_reference)
    if (code) {
      const { message } = new ProductError(code)
      return { payload_reference, result: 'refused', mark: null, code, message }
    }
    const mark = repeated.get(payload_reference) ?? {
      mark_reference: newId(at),
      payload_reference,
      reviewed_at: at.toISOString(),
      ...said,
      ...(opened.get(payload_reference) ?? { is_opened: null, is_requested: null, heard_seconds: null }),
      ...notWithdrawn,
    }
    return { payload_reference, result: 'reviewed', mark }
  })
  const isNew = ({ payload_reference }: ReviewMark) => !repeated.has(payload_reference)
  const marks = items.flatMap(({ mark }) => (mark && isNew(mark) ? mark : []))
  const payloadsOf = (shown: readonly { payload_reference: string }[]) =>
    shown.flatMap(({ payload_reference }) => payloads.get(payload_reference) ?? [])
  const queue_references = await store(tx, actor, marks, payloadsOf(marks))
  tx.audit('payload.reviewed', {
    disposition,
    ...(queue_references.length > 0 && { queue_references }),
    ...(note !== null && { note }),
    payloads: items.map(({ payload_reference, code }) => ({
      payload_reference,
      status: code ?? (repeated.has(payload_reference) ? 'reviewed_before' : 'reviewed'),
    })),
  })
  return { items, accepted: payloadsOf(items.filter(({ mark }) => mark)) }
}

/**
 * Later than the latest mark of the recordings, whose rows are locked: this transaction may have begun before another one that marked
 * them first.
 */
const timeOfMarks = (now: Date, payloads: readonly PayloadRow[]): Date =>
  new Date(
    Math.max(now.getTime(), ...payloads.map(({ reviewed_at }) => (reviewed_at ? Date.parse(reviewed_at) + 1 : 0))),
  )

const assertDisposition = async (tx: TenantTransaction, name: string, note: string | null): Promise<void> => {
  const { dispositions } = await chosenSettings(tx)
  const chosen = dispositions.find((disposition) => disposition.name === name)
  if (!chosen) throw new ProductError('review.unknown_disposition')
  if (chosen.needs_note && note === null) throw new ProductError('review.note_required')
}

/**
 * Stores marks with their events in the chain of custody, and sets them on the recordings.
 * @returns the queues in which the recordings were due for review
 */
const store = async (
  tx: AuditedTransaction,
  actor: Actor,
  marks: readonly ReviewMark[],
  payloads: readonly PayloadRow[],
): Promise<string[]> => {
  const [mark] = marks
  if (!mark) return []
  await storeMarks(tx, marks, payloads)
  await setReviewed(tx, payloads, mark)
  const payload_references = payloads.map(({ payload_reference }) => payload_reference)
  const queues = await settleItems(tx, { ...mark, payload_references })
  const { disposition, note } = mark
  await tx.custody(
    actor,
    payloads.map(({ payload_reference }) => ({
      payload_reference,
      event: 'payload.reviewed',
      details: { disposition, ...(note !== null && { note }) },
    })),
  )
  return queues
}
