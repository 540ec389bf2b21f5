import {
  type AlertPermission,
  alertPermissions,
  type BriefEvent,
  type GapReason,
  gapReasons,
  type NotificationDelivery,
  notificationDeliveries,
  type PayloadType,
  type PlaybackReasonKind,
  payloadTypes,
  playbackReasonKinds,
  type ReportInterval,
  type ReportKind,
  reportIntervals,
  reportKinds,
  type ServiceName,
  serviceNames,
  type VisitChange,
  type VisitEvent,
  type VisitField,
  type VisitValue,
} from '@holdfast/contract'
import { permissionSentence } from '../access/permission-words.ts'
import type { MessageId, Translate } from '../message.ts'
import { ruleInWords } from './rule-words.ts'

export const fieldTitles: Readonly<Record<VisitField, MessageId>> = {
  permissions: 'roles.permissions_title',
  payload_types: 'roles.kinds',
  cidr_ranges: 'roles.networks',
  alert_permissions: 'roles.alert_permissions',
  is_alertable: 'roles.alertable',
  description: 'roles.description',
  test_cases: 'roles.tests',
  tags: 'groups.tags',
  tag_values: 'tags.values',
  is_required: 'tags.required',
  default_value: 'tags.default',
  role: 'support.default_role',
  user_group: 'support.default_group',
  valid_until: 'people.until_when',
  is_word_search_on: 'settings.word_search',
  is_asking_before_pictures: 'settings.ask_before_pictures',
  playback_reason_kind: 'settings.playback_reason',
  playback_reasons: 'settings.playback_reasons',
  dispositions: 'settings.dispositions',
  dispositions_with_note: 'settings.dispositions_with_note',
  needs_second_person: 'settings.needs_second_person',
  hold_release_needs_second_person: 'settings.hold_release_second',
  hold_release_days: 'settings.hold_release_days',
  delivery: 'notification.delivery',
  gps_interval_ms: 'settings.gps_interval',
  blocked_reason: 'device.block_reason',
  services: 'user.services',
  expected_device_count: 'user.expected',
  email: 'user.email',
  first_name: 'user.first_name',
  surname: 'user.surname',
  is_active: 'user.active',
  personal_numbers: 'page.personal_numbers',
  group: 'activities.group',
  notes: 'payload.notes',
  party_names: 'amend.names',
  is_personal: 'amend.personal',
  roles: 'activities.roles',
  issuer: 'apps.issuer',
  audience: 'apps.audience',
  jwks_uri: 'apps.jwks_uri',
  role_reference: 'activities.shared_with',
  maps_key: 'portal_config.maps_key',
  monitoring_url: 'portal_config.monitoring_url',
  sample_rate: 'portal_config.sample_rate',
  application_id: 'portal_config.application_id',
  region: 'portal_config.region',
  queue_name: 'reviews.queue_name',
  due_on: 'reviews.due_on',
  reviewers: 'reviews.reviewers',
  needs_opening: 'reviews.needs_opening',
  gap_reason: 'completeness.reason',
  explanation: 'completeness.explanation',
  owner: 'access_reviews.owner',
  interval_days: 'access_reviews.interval_days',
  days_to_decide: 'access_reviews.days_to_decide',
  next_on: 'access_reviews.next_on',
  retention_rules: 'retention.rules',
  delay_days: 'retention.delay_days',
  confirm_above_recordings: 'retention.confirm_above_recordings',
  confirm_above_bytes: 'retention.confirm_above_bytes',
  run_share_percent: 'retention.run_share_percent',
  is_locked: 'retention.is_locked',
  matter_title: 'matters.title',
  matter_reason: 'event_fact.reason',
  review_on: 'matters.review_on',
  is_matter_closed: 'field.status',
  members: 'matters.members',
  report_name: 'reports.name',
  report_kind: 'reports.kind',
  report_source: 'reports.source',
  report_recipients: 'reports.recipients',
  is_report_active: 'reports.is_scheduled',
  schedule_every: 'reports.schedule',
  schedule_weekday: 'reports.weekday',
  schedule_month_day: 'reports.month_day',
  schedule_hour: 'reports.hour',
  schedule_time_zone: 'param.timezone',
  schedule_until: 'reviews.repeat_until',
  due_after_days: 'reviews.repeat_due',
  repeats_by: 'reviews.repeats_by',
  calls: 'service.calls',
  interviews: 'service.interviews',
  gps: 'service.gps',
  mms: 'service.mms',
  photos: 'service.photos',
  rcs: 'service.rcs',
  ar: 'service.ar',
  sms: 'service.sms',
  videos: 'service.videos',
}

/** Lists, which gain and lose values, as opposed to fields with one value, which changes. */
const lists: ReadonlySet<VisitField> = new Set([
  'permissions',
  'payload_types',
  'cidr_ranges',
  'alert_permissions',
  'test_cases',
  'tags',
  'tag_values',
  'reviewers',
  'roles',
  'services',
  'personal_numbers',
  'party_names',
  'playback_reasons',
  'dispositions',
  'dispositions_with_note',
  'retention_rules',
  'report_recipients',
  'members',
])

const yesOrNo: ReadonlySet<VisitField> = new Set([
  'is_required',
  'is_alertable',
  'is_word_search_on',
  'is_asking_before_pictures',
  'is_personal',
  'needs_second_person',
  'hold_release_needs_second_person',
  'needs_opening',
  'is_active',
  'is_locked',
  'is_report_active',
])

const unset: Readonly<Partial<Record<VisitField, MessageId>>> = {
  payload_types: 'roles.all_kinds',
  cidr_ranges: 'roles.any_network',
  schedule_every: 'reviews.repeat_never',
}

const isReasonKind = (value: string): value is PlaybackReasonKind => playbackReasonKinds.some((kind) => kind === value)
const isDelivery = (value: string): value is NotificationDelivery => notificationDeliveries.some((one) => one === value)
const isPayloadType = (value: string): value is PayloadType => payloadTypes.some((type) => type === value)
const isGapReason = (value: string): value is GapReason => gapReasons.some((reason) => reason === value)
const isReportKind = (value: string): value is ReportKind => reportKinds.some((kind) => kind === value)
const isInterval = (value: string): value is ReportInterval => reportIntervals.some((interval) => interval === value)
const isService = (value: string): value is ServiceName => serviceNames.some((service) => service === value)
const isAlertPermission = (value: string): value is AlertPermission => alertPermissions.some((one) => one === value)

const valueInWords = (field: VisitField, value: VisitValue, t: Translate): string => {
  if (typeof value !== 'string') return permissionSentence(value, t)
  if (yesOrNo.has(field)) return t(value === 'true' ? 'list.yes' : 'list.no')
  if (field === 'is_matter_closed') return t(value === 'true' ? 'matters.closed' : 'matters.open')
  if (field === 'playback_reason_kind' && isReasonKind(value)) return t(`settings.playback_reason_${value}`)
  if (field === 'delivery' && isDelivery(value)) return t(`notification.delivery_${value}`)
  if (field === 'valid_until') return t('people.time', { time: new Date(value) })
  if (field === 'gps_interval_ms') return t('settings.gps_every_seconds', { count: Number(value) / 1_000 })
  if (field === 'gap_reason' && isGapReason(value)) return t(`completeness.reason_${value}`)
  if (field === 'retention_rules') return ruleInWords(value, t)
  if (field === 'confirm_above_bytes') return t('retention.gigabytes', { count: Number(value) / 1000 ** 3 })
  if (field === 'report_kind' && isReportKind(value)) return t(`reports.kind_${value}`)
  if (field === 'schedule_every' && isInterval(value)) return t(`reports.every_${value}`)
  if (field === 'schedule_weekday') return t('activities.weekday', { day: value })
  if (field === 'schedule_hour') return `${value}:00`
  if (isService(field)) return t('licences.limit_value', { limit: Number(value) })
  if (field === 'services' && isService(value)) return t(`service.${value}`)
  if (field === 'payload_types' && isPayloadType(value)) return t(`kind.${value}`)
  if (field === 'alert_permissions' && isAlertPermission(value)) return t(`roles.alert_${value}`)
  return value
}

/** One side of a change, value by value. `null`: the text for a field that is not set. */
export const sideInWords = (field: VisitField, values: readonly VisitValue[] | null, t: Translate): string[] =>
  values?.map((value) => valueInWords(field, value, t)) ?? [t(unset[field] ?? 'form.none')]

export interface Line {
  key: string
  title: MessageId
  /** What happened to the values; `null` when the whole record was created or deleted. */
  label: MessageId | null
  words: string
}

/** A matter is opened by the event that also changes it. */
const isWhole = ({ event, facts }: Told): boolean =>
  event.endsWith('.created') || event.endsWith('.deleted') || (event === 'matter.saved' && facts?.decision === 'opened')

type Told = Pick<VisitEvent, 'event'> & Partial<Pick<VisitEvent, 'facts'>>

/**
 * A field with a single value becomes one line, 'from … to …'. A list, or a record that is new or gone, becomes a line for each value. A list that is not set
 * has a line only if that means something, such as all networks.
 */
export const linesOf = (event: Told, { field, before, after }: VisitChange, t: Translate): Line[] => {
  const title = fieldTitles[field]
  if (!lists.has(field) && !isWhole(event)) {
    const [from, to] = [before, after].map((side) => sideInWords(field, side, t).join(', '))
    const words = t('activities.from_to', { from: from ?? '', to: to ?? '' })
    return [{ key: field, title, label: null, words }]
  }
  const side = (values: VisitChange['before'], label: MessageId): Line[] =>
    values === null && (isWhole(event) || unset[field] === undefined)
      ? []
      : sideInWords(field, values, t).map((words, at) => ({
          key: `${field} ${label} ${at}`,
          title,
          label: isWhole(event) ? null : label,
          words,
        }))
  return [...side(before, 'support.change_removed'), ...side(after, 'support.change_added')]
}

/** What a list says of a change; `null` of records that were created or deleted, whose sentence says enough. */
export const changeInBrief = (event: BriefEvent, t: Translate): string | null => {
  // The sentence of a matter says whether it was closed or opened again.
  const changes = event.changes.filter(({ field }) => field !== 'is_matter_closed')
  if (changes.length === 0 || isWhole(event)) return null
  const told = changes.map((change) => {
    const values = linesOf(event, change, t).map(({ label, words }) => (label ? `${t(label)} ${words}` : words))
    return `${t(fieldTitles[change.field])}: ${values.join('; ')}`
  })
  const more = changes.reduce((sum, { left_off }) => sum + left_off, event.more_changes)
  return `${told.join(' · ')}${more > 0 ? ` ${t('activities.more_subjects', { count: more })}` : ''}`
}
