import type { PayloadType } from '@holdfast/contract'
import type { Notice } from '../database/index.ts'
import type { AuditedEvent } from './activity.ts'

/** Which audit events tell open screens, by their noun: the kind of notice, and the detail that names what changed. */
const subjects: Readonly<Record<string, { kind: Notice['kind']; reference: string } | undefined>> = {
  app: { kind: 'app', reference: 'app_reference' },
  comment: { kind: 'comment', reference: 'payload_reference' },
  device: { kind: 'device', reference: 'device_reference' },
  group: { kind: 'group', reference: 'group_reference' },
  role: { kind: 'role', reference: 'role_reference' },
  tag: { kind: 'tag', reference: 'tag_key' },
}

/** What open screens look at again after an event: one notice for each group whose readers may know of it. */
export const noticesOf = ({ event, details, groups = [null] }: AuditedEvent): Notice[] => {
  const subject = subjects[event.slice(0, event.indexOf('.'))]
  if (!subject) return []
  const { kind } = subject
  // Nobody can be asked any more whether they might see a deleted group, so it is named to nobody.
  if (event === 'group.deleted') return [{ kind, reference: '', state: null, payload_type: null, group: null }]
  const reference = String(details[subject.reference])
  const payload_type = (details.payload_type as PayloadType | undefined) ?? null
  return [...new Set(groups)].map((group) => ({ kind, reference, state: null, payload_type, group }))
}
