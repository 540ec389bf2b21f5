import type { PayloadType } from '@holdfast/contract'
import type { Notice } from '../../platform/database/index.ts'
import type { AuditedEvent } from '../activities/index.ts'

/** The audit events that notify open screens, by noun: the kind of notice, and the detail that names what changed. */
const subjects: Readonly<Record<string, { kind: Notice['kind']; reference: string } | undefined>> = {
  app: { kind: 'app', reference: 'app_reference' },
  comment: { kind: 'comment', reference: 'payload_reference' },
  device: { kind: 'device', reference: 'device_reference' },
  group: { kind: 'group', reference: 'group_reference' },
  role: { kind: 'role', reference: 'role_reference' },
  tag: { kind: 'tag', reference: 'tag_key' },
}

/** The notices for open screens after an event: one for each group whose readers may know of it. */
export const noticesOf = ({ event, details, groups = [null] }: AuditedEvent): Notice[] => {
  const subject = subjects[event.slice(0, event.indexOf('.'))]
  if (!subject) return []
  const { kind } = subject
  // Access to a deleted group can no longer be checked, so the notice does not name it.
  if (event === 'group.deleted') return [{ kind, reference: '', state: null, payload_type: null, group: null }]
  const reference = String(details[subject.reference])
  const payload_type = (details.payload_type as PayloadType | undefined) ?? null
  return [...new Set(groups)].map((group) => ({ kind, reference, state: null, payload_type, group }))
}
