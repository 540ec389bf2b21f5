import type { PayloadMeta, PayloadType } from '@holdfast/contract'
import type { RowReading } from '../legacy-rows.ts'
import { say } from '../sentences.ts'
import type { BackupItem } from './backup-item.ts'
import { attribute, checkedRow, contactName, referenceOf } from './backup-values.ts'

interface CallKind {
  payload_type: Extract<PayloadType, 'Call' | 'AbortedCall' | 'BlockedCall'>
  direction: 'I' | 'O'
}

/** `type` of a call in Android's log. A call that nobody answered is an aborted one. */
const kindOf = (type: string | null, duration: number): CallKind | null => {
  const payload_type = duration > 0 ? 'Call' : 'AbortedCall'
  if (type === '1') return { payload_type, direction: 'I' }
  if (type === '2') return { payload_type, direction: 'O' }
  if (type === '3' || type === '5') return { payload_type: 'AbortedCall', direction: 'I' }
  if (type === '4') return { payload_type: 'Call', direction: 'I' }
  return type === '6' ? { payload_type: 'BlockedCall', direction: 'I' } : null
}

/** A log has no sound: a call that was held has a record without content, and ends as data that are not available. */
export const callRow = (item: BackupItem): RowReading => {
  const { attributes } = item
  const problems = [...item.problems]
  const length = attribute(attributes, 'duration') ?? '0'
  const duration = /^\d{1,9}$/.test(length) ? Number(length) : 0
  if (!/^\d{1,9}$/.test(length)) problems.push(`duration: ${length.slice(0, 40)} is no number of seconds`)
  const type = attribute(attributes, 'type')
  const kind = kindOf(type, duration)
  if (!kind) problems.push(`type: ${say('call_type', { type: type?.slice(0, 40) ?? '?' })}`)
  const { payload_type, direction } = kind ?? ({ payload_type: 'AbortedCall', direction: 'I' } as const)
  const given = attribute(attributes, 'number')
  // 2: withheld, 3: unknown, 4: a pay phone. Older phones write a negative number instead.
  const isWithheld = /^[234]$/.test(attributes.presentation ?? '') || given === null || /^-\d+$/.test(given)
  const number = isWithheld ? null : given
  const name = contactName(attributes)
  const meta: PayloadMeta = {
    direction,
    second_parties: [{ phone_number: number, ...(name && { name }) }],
    ...(payload_type === 'Call' && { duration }),
  }
  return checkedRow(item, problems, (payload_time) => ({
    reference: referenceOf('call', item.owner, [number, payload_time, type, length]),
    payload_type,
    numbers: [number],
    meta,
    content: null,
  }))
}
