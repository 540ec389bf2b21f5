import type { PayloadAudit } from '@holdfast/contract'

/** Recordings whose content was opened in this tab, before the trail that the screen has read knows of it. */
const openedHere = new Set<string>()

export const rememberOpened = (payloadReference: string): void => void openedHere.add(payloadReference)

const openings: ReadonlySet<string> = new Set([
  'payload.played',
  'payload.listened',
  'payload.viewed',
  'payload.downloaded',
  'payload.read_in_conversation',
])

/** What the person did with the content of a recording: 'requested' if they opened the recording, and did not play or view it. */
export type Opening = 'opened' | 'requested' | 'none'

const isRequest = ({ action, status }: PayloadAudit['records'][number]): boolean =>
  action === 'payload.data_requested' && status === 'Ok'

/**
 * How far the person got with the content of a recording.
 * @param records what the screen has read of its audit
 */
export const openingBy = (payloadReference: string, person: string, records: PayloadAudit['records']): Opening => {
  const own = records.filter(({ portal_user }) => portal_user === person)
  if (openedHere.has(payloadReference) || own.some(({ action }) => openings.has(action))) return 'opened'
  return own.some(isRequest) ? 'requested' : 'none'
}
