import { type AuditEvent, auditEvents, type CallDeclaration, calls } from '@holdfast/contract'
import { didInWords } from '@holdfast/words'
import type { FindText } from '../../shared/i18n/text.ts'
import type { GroupedOption } from '../../shared/list/filter-fields.ts'

export type Whose = 'people' | 'devices'

/** What devices do. Everything else is on the trail of people and apps. */
const ofDevices: ReadonlySet<AuditEvent> = new Set([
  'device.verified',
  'payload.registered',
  'payload.registration_refused',
  'payload.conflict_refused',
  'payload.part_received',
  'payload.uploaded',
  'payload.statuses_read',
  'device_logs.received',
  'gps.received',
  'telemetry.received',
  'device_command.updated',
])

/** What only a recording's chain of custody has, and what nothing does yet. */
const onNoTrail: ReadonlySet<AuditEvent> = new Set([
  'payload.resealed',
  'payload.scanning',
  'payload.processed',
  'payload.derived',
  'payload.derivation_failed',
  'payload.failed',
  'payload.quarantined',
  'payload.damage_mended',
  'payload.verified',
  'payload.damage_confirmed',
  'payload.late',
  'payload.not_recoverable',
  'payload.transferred',
  'payload.read_in_conversation',
  'payload.snippet_shown',
  'payload.snippet_exported',
  'device.deactivated',
])

/** The groups in the order in which they are offered, with the nouns of their events. */
const groups = {
  recordings: ['payload', 'download'],
  messages: ['conversation', 'messages', 'word_index'],
  reviews: ['comment', 'comments', 'review_queue'],
  access: ['role', 'group', 'tag', 'access', 'portal_user', 'app'],
  account: ['account_defaults', 'account_limit', 'account_settings', 'device_configuration', 'portal_config', 'client'],
  devices: [
    'device',
    'device_user',
    'device_user_import',
    'enrolment_secret',
    'one_time_code',
    'personal_number',
    'device_command',
    'completeness',
    'completeness_statement',
    'carrier_record',
    'carrier_import',
    'device_logs',
    'gps',
    'telemetry',
  ],
  support: ['support_access', 'support_mode'],
  sessions: ['session', 'terms'],
  lists: ['list', 'saved_view'],
  other: [],
  reads: [],
} as const satisfies Record<string, readonly string[]>
type DidGroup = keyof typeof groups

const reviewing: ReadonlySet<string> = new Set([
  'payload.reviewed',
  'payload.review_withdrawn',
  'payload.receipt_confirmed',
])

const groupOf = (event: string): DidGroup => {
  if (reviewing.has(event)) return 'reviews'
  const noun = event.split('.')[0] ?? ''
  const found = Object.entries(groups).find(([, nouns]: [string, readonly string[]]) => nouns.includes(noun))
  return (found?.[0] as DidGroup | undefined) ?? 'other'
}

/** Their answers are content or sessions, whose entries are found by their events. */
const withEvents = [
  '/media/{ticket}',
  '/exports/{ticket}',
  '/downloads/{ticket}',
  '/completeness/statements/{statement_reference}/file',
  '/exchange',
]

const reads = (whose: Whose): string[] => {
  const declared: readonly CallDeclaration[] = Object.values(calls)
  return declared
    .filter(({ catalogue }) =>
      whose === 'devices' ? catalogue === 'device' : catalogue === 'client' || catalogue === 'admin-client',
    )
    .filter(({ audit, path }) => audit === undefined && !withEvents.includes(path))
    .map(({ method, path }) => `${method} ${path}`)
}

/** Whether the trail has these entries only when reads are shown. */
export const isRead = (value: string): boolean => value.includes(' ') || value === 'session.renewed'

/** What can have been done, in words and groups. Calls and events of the same words are one choice. */
export const didOptions = (whose: Whose, findText: FindText): GroupedOption[] => {
  const events = auditEvents.filter((event) => !onNoTrail.has(event) && ofDevices.has(event) === (whose === 'devices'))
  const values = [
    ...events.map((event) => ({ value: event as string, group: groupOf(event) })),
    ...reads(whose).map((value) => ({ value, group: 'reads' as const })),
  ]
  const told = values.map(({ value, group }) => ({ value, group, words: didInWords(value, findText) }))
  const order = Object.keys(groups)
  return [...Map.groupBy(told, ({ group, words }) => `${group} ${words}`).values()]
    .flatMap((same) => {
      const [first] = same
      return first ? [{ ...first, values: same.map(({ value }) => value) }] : []
    })
    .toSorted(
      (one, other) => order.indexOf(one.group) - order.indexOf(other.group) || one.words.localeCompare(other.words),
    )
    .map(({ values: all, words, group }) => ({ values: all, words, group: findText(`did_group.${group}`) ?? group }))
}
