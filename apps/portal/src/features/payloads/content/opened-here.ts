import type { PayloadAudit } from '@holdfast/contract'
import { useSyncExternalStore } from 'react'

/** Recordings whose content was opened in this tab, before the trail that the screen has read knows of it. */
const openedHere = new Set<string>()
const listeners = new Set<() => void>()

export const rememberOpened = (payloadReference: string): void => {
  openedHere.add(payloadReference)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const openings: ReadonlySet<string> = new Set([
  'payload.played',
  'payload.listened',
  'payload.viewed',
  'payload.downloaded',
  'payload.read_in_conversation',
])

/** How the person used the content of a recording: 'requested' if they opened the recording, and did not play or view it. */
export type Opening = 'opened' | 'requested' | 'none'

const isRequest = ({ action, status }: PayloadAudit['records'][number]): boolean =>
  action === 'payload.data_requested' && status === 'Ok'

/**
 * How far the person got with the content of a recording. What they have just played counts before it is reported.
 * @param records what the screen has read of its audit
 */
export const useOpening = (
  payloadReference: string,
  person: string | undefined,
  records: PayloadAudit['records'],
): Opening => {
  const isOpenedHere = useSyncExternalStore(subscribe, () => openedHere.has(payloadReference))
  const own = records.filter(({ portal_user }) => portal_user === person)
  if (isOpenedHere || own.some(({ action }) => openings.has(action))) return 'opened'
  return own.some(isRequest) ? 'requested' : 'none'
}
