import { createHash } from 'node:crypto'
import { type PayloadType, payloadMetaSchemas } from '@holdfast/contract'
import { problemsCheck } from '../../../platform/http/index.ts'
import type { LegacyPayload, RowReading } from '../legacy-rows.ts'
import { ruleSentences } from '../rule-sentences.ts'
import { say } from '../sentences.ts'
import type { Attributes } from './backup-elements.ts'
import type { BackupItem, BackupPayload } from './backup-item.ts'

/** The program writes what is missing as the word null. */
export const attribute = (attributes: Attributes, name: string): string | null => {
  const value = attributes[name]
  return value === undefined || value === '' || value === 'null' ? null : value
}

export const contactName = (attributes: Attributes): string | null => {
  const name = attribute(attributes, 'contact_name')
  return name === '(Unknown)' ? null : name
}

/** Earlier ones are seconds, or clocks that were never set. */
const earliest = Date.UTC(1990, 0)
const latest = Date.UTC(9999, 11, 31)

export const timeOf = (attributes: Attributes): string | null => {
  const text = attribute(attributes, 'date') ?? ''
  const date = /^\d{1,15}$/.test(text) ? Number(text) : -1
  return date >= earliest && date <= latest ? new Date(date).toISOString() : null
}

/**
 * The backup gives its rows no references. A message is the same if it is of the same person, number, time and text, so that
 * backups which overlap add nothing twice.
 */
export const referenceOf = (kind: string, owner: string | null, facts: readonly (string | null)[]): string =>
  `${kind}-${createHash('sha256')
    .update(JSON.stringify([owner, ...facts]))
    .digest('hex')
    .slice(0, 40)}`

const metaChecks = {
  SMS: problemsCheck(payloadMetaSchemas.SMS),
  MMS: problemsCheck(payloadMetaSchemas.MMS),
  Call: problemsCheck(payloadMetaSchemas.Call),
  AbortedCall: problemsCheck(payloadMetaSchemas.AbortedCall),
  BlockedCall: problemsCheck(payloadMetaSchemas.BlockedCall),
} satisfies Partial<Record<PayloadType, unknown>>

/** The row of an item, refused if there are problems. */
export const checkedRow = (
  item: BackupItem,
  problems: readonly string[],
  build: (payloadTime: string) => BackupPayload,
): RowReading => {
  const time = timeOf(item.attributes)
  const { content, ...payload } = build(time ?? '')
  const check = metaChecks[payload.payload_type as keyof typeof metaChecks]
  const all = [
    ...problems,
    ...(time ? [] : [`date: ${item.attributes.date?.slice(0, 40) ?? 'nothing'} is no time in milliseconds since 1970`]),
    ...ruleSentences(check(payload.meta)),
  ]
  const isWithoutContent = payload.payload_type === 'AbortedCall' || payload.payload_type === 'BlockedCall'
  const record: LegacyPayload = {
    kind: 'payload',
    ...payload,
    payload_time: time ?? '',
    payload_state: isWithoutContent ? 'NotRecorded' : 'Processed',
    device_user_reference: item.owner,
    device_reference: null,
    content: content && { bytes: Buffer.from(JSON.stringify(content)), content_type: 'application/json' },
  }
  return {
    cells: cellsOf(item),
    reference: payload.reference,
    record: all.length === 0 ? record : null,
    problem: all.length === 0 ? null : `${all.slice(0, 10).join('. ')}`,
    warnings: JSON.stringify(record.meta).includes('\ufffd') ? [say('lost_characters')] : [],
    repairs: item.repairs,
  }
}

/** The content is no cell: whoever may see a migration need not be somebody who may read messages. */
const withoutContent = new Set(['body', 'sub', 'subject', 'text', 'data'])

export const cellsOf = ({ attributes, parts, addresses }: BackupItem): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(attributes).filter(([name]) => !withoutContent.has(name))),
  ...(parts.length > 0 && { parts: String(parts.length) }),
  ...(addresses.length > 0 && {
    addresses: addresses.map((one) => `${one.type ?? ''} ${one.address ?? ''}`).join(', '),
  }),
})
