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

/**
 * Whether the person has opened the content of a recording.
 * @param records what the screen has read of its audit
 */
export const hasOpened = (payloadReference: string, person: string, records: PayloadAudit['records']): boolean =>
  openedHere.has(payloadReference) ||
  records.some(({ portal_user, action }) => portal_user === person && openings.has(action))
