import { liveNotices, type PayloadType, type PortalEventKind } from '@holdfast/contract'
import type { Notice } from '../../platform/database/index.ts'
import type { AuditedEvent } from '../activities/index.ts'

const isNotified = (noun: string): noun is PortalEventKind => Object.hasOwn(liveNotices, noun)

/** The notices for open screens after an event: one for each group whose readers may know of it. */
export const noticesOf = ({ event, details, groups = [null] }: AuditedEvent): Notice[] => {
  const kind = event.slice(0, event.indexOf('.'))
  if (!isNotified(kind)) return []
  const notice = liveNotices[kind]
  if (!('reference' in notice)) return []
  // Access to a deleted group can no longer be checked, so the notice does not name it.
  if (event === 'group.deleted') return [{ kind, reference: '', state: null, payload_type: null, group: null }]
  const reference = String(details[notice.reference])
  const payload_type = (details.payload_type as PayloadType | undefined) ?? null
  return [...new Set(groups)].map((group) => ({ kind, reference, state: null, payload_type, group }))
}
