import { calls, type ErrorRecord } from '@holdfast/contract'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callApi, session } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { isChangedBy } from '../../../shared/forms/changed-queries.ts'
import { text } from '../../../shared/i18n/text.ts'
import { failureMessage, lastingNotice } from '../../../shared/notices/notice.ts'
import { hideNotice, undoNotice } from '../../../shared/notices/undo-notice.tsx'
import { onBeforeSignOut } from '../../../shared/session/before-sign-out.ts'
import { personOf } from '../../../shared/session/session-state.ts'
import { hide, keepForReload, show } from './shown-marks.ts'

/** How long one slip of a finger can be undone. */
const undoMs = 8_000

interface Mark {
  payload_reference: string
  disposition: string
  /** '' for none. */
  note: string
  /** The recording in words. */
  name: string
}

interface PendingMark extends Mark {
  /** Who marks, in which account. */
  by: string
  at: string
  timer: ReturnType<typeof setTimeout>
  /** Leads back to the recording. */
  onUndo: () => void
}

const caller = (): string => {
  const { client, support } = session.state()
  return JSON.stringify([personOf(session.state()), client, support?.requestReference ?? null])
}

/** By recording, the latest last. Marks are evidence, which withdrawing does not remove, so one that can be undone has not been sent. */
const pending = new Map<string, PendingMark>()

const noticeOf = (payloadReference: string): string => `mark ${payloadReference}`

const notMarked = (name: string, why: string): void => lastingNotice(text('reviews.not_marked'), `${name}: ${why}`)

const send = async (mark: PendingMark, isLeaving: boolean): Promise<void> => {
  const { payload_reference, disposition, note, name, by } = mark
  if (by !== caller()) return notMarked(name, text('run.other_account'))
  if (isLeaving) keepForReload({ ...mark, canUndo: false })
  show({ ...mark, canUndo: false })
  const body = { payload_references: [payload_reference], disposition, ...(note !== '' && { note }) }
  try {
    const { items } = await callApi(calls.markReviewed, { body, isQuiet: true, isKeptAlive: isLeaving })
    const [item] = items
    if (item?.result === 'refused') {
      notMarked(name, failureMessage(new ApiError(409, item as Partial<ErrorRecord>)))
    }
    await queryClient.invalidateQueries({
      predicate: isChangedBy(calls.markReviewed, [calls.listReviewMarks, calls.listOwnReviews]),
    })
    await queryClient.invalidateQueries({ queryKey: ['payload', payload_reference] })
    await queryClient.invalidateQueries({ queryKey: ['payload-audit', payload_reference] })
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) notMarked(name, failureMessage(error))
  } finally {
    // What was read again has it.
    hide(payload_reference)
  }
}

const take = (payloadReference: string): PendingMark | undefined => {
  const mark = pending.get(payloadReference)
  if (!mark) return undefined
  clearTimeout(mark.timer)
  pending.delete(payloadReference)
  hide(payloadReference)
  hideNotice(noticeOf(payloadReference))
  return mark
}

/** Sends what can still be undone. */
const sendAll = async (isLeaving: boolean): Promise<void> => {
  const marks = [...pending.keys()].flatMap((reference) => take(reference) ?? [])
  await Promise.all(marks.map((mark) => send(mark, isLeaving)))
}

window.addEventListener('pagehide', () => void sendAll(true))
onBeforeSignOut(() => sendAll(false))

/** Marks a recording as reviewed after a few seconds, in which a notice offers to undo it. Whoever leaves the portal before has marked it. */
export const markSoon = (mark: Mark, onUndo: () => void): void => {
  const { payload_reference, disposition, name } = mark
  take(payload_reference)
  undone.delete(payload_reference)
  const timer = setTimeout(() => {
    const taken = take(payload_reference)
    if (taken) void send(taken, false)
  }, undoMs)
  const due = { ...mark, by: caller(), at: new Date().toISOString(), timer, onUndo }
  pending.set(payload_reference, due)
  show({ ...due, canUndo: true })
  undoNotice({
    id: noticeOf(payload_reference),
    title: text('reviews.marking', { disposition }),
    message: name,
    forMs: undoMs,
    onUndo: () => undoMark(payload_reference),
  })
}

/** What somebody had written when they undid a mark, for its form. By recording. */
const undone = new Map<string, Pick<Mark, 'disposition' | 'note'>>()

export const undoneMark = (payloadReference: string): Pick<Mark, 'disposition' | 'note'> | undefined =>
  undone.get(payloadReference)

export const undoMark = (payloadReference: string): void => {
  const mark = take(payloadReference)
  if (!mark) return
  if (mark.note !== '') undone.set(payloadReference, mark)
  mark.onUndo()
}

/** Undoes the mark that was made last. */
export const undoLatestMark = (): void => {
  const latest = [...pending.keys()].at(-1)
  if (latest !== undefined) undoMark(latest)
}
