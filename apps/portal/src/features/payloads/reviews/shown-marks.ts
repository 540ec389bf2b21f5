import { useSyncExternalStore } from 'react'
import { queryClient } from '../../../shared/api/query-client.ts'

/** A mark that the server does not have yet, or of which the screen has not read yet. */
export interface ShownMark {
  payload_reference: string
  disposition: string
  note: string
  at: string
  canUndo: boolean
}

const shown = new Map<string, ShownMark>()
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

export const show = ({ payload_reference, disposition, note, at, canUndo }: ShownMark): void => {
  shown.set(payload_reference, { payload_reference, disposition, note, at, canUndo })
  tell()
}

export const hide = (payloadReference: string): void => {
  if (shown.delete(payloadReference)) tell()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The mark that the person has just made, before the recording itself has it. */
export const useShownMark = (payloadReference: string): ShownMark | undefined =>
  useSyncExternalStore(subscribe, () => shown.get(payloadReference))

const storageKey = 'holdfast.marks'
/** The server has long answered by then, also on a slow network. */
const keptMs = 20_000
/** After a reload the recording may be read before the mark arrives. */
const readAgainMs = 2_000

const isMark = (value: unknown): value is ShownMark =>
  typeof value === 'object' && value !== null && 'payload_reference' in value && 'disposition' in value && 'at' in value

const keptMarks = (): ShownMark[] => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isMark) : []
  } catch {
    return []
  }
}

const isRecent = ({ at }: ShownMark): boolean => Date.now() - Date.parse(at) < keptMs

/** The page is being left while a mark is sent: a reload shows it at once. */
export const keepForReload = ({ payload_reference, disposition, note, at }: ShownMark): void => {
  const mark = { payload_reference, disposition, note, at, canUndo: false }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...keptMarks().filter(isRecent), mark]))
  } catch {
    // Without room in the storage of the browser, the mark is shown once the recording is read again.
  }
}

const showKept = (): void => {
  const marks = keptMarks().filter(isRecent)
  sessionStorage.removeItem(storageKey)
  for (const mark of marks) {
    show(mark)
    setTimeout(async () => {
      await queryClient.invalidateQueries()
      hide(mark.payload_reference)
    }, readAgainMs)
  }
}
showKept()
