import {
  type DeviceFailureReason,
  directions,
  messageTypes,
  type PayloadType,
  PhoneNumber,
  payloadStates,
  type UserProfile,
} from '@holdfast/contract'
import { MatterFilter } from '../legal-holds/matter-filter.tsx'
import { titleOfMatter } from '../legal-holds/use-matter.ts'
import type { FilterField } from '../list/filter-fields.ts'
import type { ListDate } from '../list/list-queries.ts'

/** The times of recordings, the one of their list first. */
export const recordingDates: readonly ListDate[] = [
  { name: 'payload_time', label: 'payload.when' },
  { name: 'processed_at', label: 'payload.processed' },
  { name: 'updated_at', label: 'payload.changed' },
]

/** Reasons for which a recording is Failed. Those for quarantine are words of the scanner. */
const failures = [
  'malformed',
  'wrong_key',
  'wrong_iv',
  'tampered',
  'truncated',
  'too_large',
  'unusable_key',
  'checksum',
  'missing',
  'ended_workers',
] as const satisfies readonly DeviceFailureReason[]

const ofParties: readonly FilterField[] = [
  { kind: 'found', finds: 'number', name: 'numbers', label: 'payload.numbers' },
  {
    kind: 'text',
    name: 'number_prefix',
    label: 'payload.number_prefix',
    hint: 'payload.number_prefix_hint',
    schema: PhoneNumber,
  },
]
const directionField: FilterField = {
  kind: 'choices',
  name: 'directions',
  label: 'payload.direction',
  options: directions.map((direction) => ({ value: direction, label: `direction.${direction}` as const })),
}
const places: readonly FilterField[] = [
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'payload.who' },
  { kind: 'found', finds: 'device', name: 'device_references', label: 'payload.device' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'payload.group' },
]
/** Each message on a page of hits is opened and recorded, so the pages are short (docs/decisions/0029). */
const words: FilterField = {
  kind: 'text',
  name: 'text',
  label: 'payload.words',
  hasOwnInput: true,
  pageRows: 20,
}
const ofReviews: readonly FilterField[] = [
  { kind: 'flag', name: 'is_reviewed', label: 'payload.reviewed' },
  { kind: 'found', finds: 'portal_user', name: 'reviewed_by', label: 'payload.reviewed_by' },
  { kind: 'days', name: 'reviewed', from: 'reviewed_from', to: 'reviewed_to', label: 'payload.reviewed_on' },
]
const ofMatter: FilterField = {
  kind: 'text',
  name: 'matter_reference',
  label: 'holds.matter',
  input: MatterFilter,
  nameOf: titleOfMatter,
}
const others: readonly FilterField[] = [
  {
    kind: 'choices',
    name: 'payload_states',
    label: 'payload.state',
    options: payloadStates.map((state) => ({ value: state, label: `state.${state}` as const })),
  },
  {
    kind: 'choices',
    name: 'failures',
    label: 'payload.failure',
    options: failures.map((failure) => ({ value: failure, label: `failure.${failure}` as const })),
  },
  { kind: 'flag', name: 'is_late', label: 'payload.late_only' },
  { kind: 'flag', name: 'is_damaged', label: 'payload.damaged' },
  { kind: 'flag', name: 'is_personal_number', label: 'payload.personal_only' },
  { kind: 'flag', name: 'is_commented', label: 'payload.commented' },
  { kind: 'flag', name: 'is_unusual', label: 'payload.unusual' },
  { kind: 'flag', name: 'is_legacy', label: 'payload.legacy' },
  { kind: 'text', name: 'legacy_reference', label: 'payload.legacy_reference' },
]

/**
 * The type is a filter only where there are several, and comments for people who may read them. Diagnostics have neither numbers
 * nor comments.
 */
const withParties: readonly PayloadType[] = ['Call', 'AbortedCall', 'BlockedCall', ...messageTypes]

/** The filters of a list of recordings of these types. */
export const recordingFields = (types: readonly PayloadType[], profile?: UserProfile): readonly FilterField[] => {
  const typeField: FilterField = {
    kind: 'choices',
    name: 'payload_types',
    label: 'payload.kind',
    options: types.map((type) => ({ value: type, label: `kind.${type}` as const })),
  }
  const isOfDiagnostics = types.every((type) => type === 'Diagnostics')
  const hasParties = types.some((type) => withParties.includes(type))
  const dispositionField: FilterField = {
    kind: 'choices',
    name: 'dispositions',
    label: 'payload.disposition',
    // The account's own names, among them those that it no longer offers.
    options: (profile?.account_settings.dispositions ?? []).map((one) => ({ value: one.name, label: null })),
  }
  const mayReadReviews = profile?.actions.includes('reviews:read') ?? false
  const mayReadComments = profile?.actions.includes('comments:read') ?? false
  return [
    // Also while it is switched off: the server then refuses it, and the list does not pass for what was found.
    words,
    ...(hasParties ? ofParties : []),
    ...places,
    ...(types.length > 1 ? [typeField] : []),
    ...(hasParties ? [directionField] : []),
    ...ofReviews,
    ...(mayReadReviews ? [dispositionField] : []),
    ...(profile?.actions.includes('matters:read') ? [ofMatter] : []),
    ...others.filter(({ name: field }) => {
      if (field === 'is_commented') return mayReadComments && !isOfDiagnostics
      return field !== 'is_personal_number' || !isOfDiagnostics
    }),
  ]
}
