/** Alerts: what somebody should look at, from Triggered to Cleared. */
import { type Static, Type } from 'typebox'
import { alertConditionNames } from './alert-conditions.ts'
import {
  AlertDateFilterType,
  AlertKeyType,
  AlertScope,
  AlertSeverity,
  AlertState,
  AlertTarget,
  AlertType,
  AlertValues,
} from './alert-kinds.ts'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { ClientIdentifier, GroupReference, text, Ulid, UserReference, writtenLine, writtenText } from './fields.ts'
import { limits } from './limits.ts'
import { mayField } from './may.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { AlertReferences, anyOf } from './reference-lists.ts'
import { DateParameter, Timestamp } from './times.ts'

export const AlertRelatedEntity = Type.Object({
  entity_id: text(255),
  entity_type: text(255),
  entity_subtype: nullable(text(255)),
  api_link: nullable(text(1000)),
  page_link: nullable(text(1000)),
})
export type AlertRelatedEntity = Static<typeof AlertRelatedEntity>

const Condition = Type.Enum(alertConditionNames)

/** What people do with an alert. */
export const alertChanges = ['clear', 'reopen', 'acknowledge', 'silence', 'unsilence'] as const
export const AlertChange = Type.Enum(alertChanges)
export type AlertChange = Static<typeof AlertChange>

/** How many characters a reason and texts of people's own alerts may have. */
export const maxAlertSubjectCharacters = 200
export const maxAlertMessageCharacters = 2000
/** Of an alert's occurrences, so many are kept with their texts: the first and the last. All are counted. */
export const keptAlertOccurrences = 100
/** Alerts are late if nothing looked for them, or told them, for so long. */
export const alertsLateMinutes = 15
/** For how long alerts can be silenced. */
export const maxAlertSilenceDays = 30

const AlertSilence = Type.Object({
  silenced_by: UserReference,
  silenced_at: Timestamp,
  until: Timestamp,
  reason: nullable(Type.String()),
  ended_by: nullable({ ...UserReference, description: 'Who ended it early' }),
  ended_at: nullable(Timestamp),
})
export type AlertSilence = Static<typeof AlertSilence>

export const Alert = Type.Object(
  {
    ...changeFields,
    alert_reference: Ulid,
    alert_scope: AlertScope,
    alert_type: AlertType,
    alert_subject: Type.String(),
    alert_key: Type.String(),
    alert_key_type: AlertKeyType,
    alert_targets: Type.Array(AlertTarget),
    alert_message: Type.String(),
    alert_state: AlertState,
    alert_severity: AlertSeverity,
    condition: Condition,
    condition_values: {
      ...AlertValues,
      description: 'What the texts of the condition name, for other languages',
    },
    group: nullable(GroupReference),
    expires_after: nullable(Timestamp),
    cleared_reason: nullable(Type.String()),
    cleared_at: nullable(Timestamp),
    api_action: nullable(Type.String({ description: 'The call that caused it, or the action that it needed' })),
    first_occurrence: Timestamp,
    last_occurrence: Timestamp,
    related_entities: Type.Array(AlertRelatedEntity),
    occurrences: Type.Array(Type.Object({ time: Timestamp, message: Type.String() }), {
      description: `The first ${keptAlertOccurrences} and the last ${keptAlertOccurrences}, the earliest first; in lists, only the last`,
    }),
    occurrence_count: Type.Integer({ minimum: 1 }),
    dismissed_by: nullable(Type.String({ description: 'User references, comma-delimited' })),
    is_dismissed: Type.Boolean({ description: 'The caller dismissed it' }),
    related_entity_string: nullable(Type.String({ description: 'The related entities as one text, to search in' })),
    acknowledged_by: nullable(UserReference),
    acknowledged_at: nullable(Timestamp),
    silenced_until: nullable(Timestamp),
    silenced_by: nullable({ ...UserReference, description: 'null also for silences made before this was recorded' }),
    silences: Type.Array(AlertSilence, {
      description: `Who silenced it, and who ended that, by the trail of the last ${maxAlertSilenceDays} days (before it was cleared), the earliest first; in lists, none`,
    }),
    ...mayField(['clear', 'reopen', 'acknowledge', 'silence', 'unsilence', 'dismiss']),
  },
  { title: 'Alert', description: 'Something that somebody should look at, with every time it occurred.' },
)
export type Alert = Static<typeof Alert>

export const AlertSummary = Type.Object(
  { scope: AlertScope, severity: AlertSeverity, count: Type.Integer({ minimum: 0 }) },
  { title: 'AlertSummary', description: 'How many alerts are Triggered, per scope and severity.' },
)
export type AlertSummary = Static<typeof AlertSummary>

const Summaries = Type.Object({
  items: Type.Array(AlertSummary),
  late_since: nullable({
    ...Timestamp,
    description: `Since when alerts have not been looked for or told; null: it was done in the last ${alertsLateMinutes} minutes`,
  }),
})

const filter = {
  active_only: Type.Optional(Type.Boolean({ default: false })),
  date_from: Type.Optional(DateParameter),
  date_to: Type.Optional(DateParameter),
  date_filter_type: Type.Optional(AlertDateFilterType),
  alert_scopes: anyOf(AlertScope),
  alert_types: anyOf(AlertType),
  alert_severities: anyOf(AlertSeverity),
  alert_state: Type.Optional(AlertState),
  conditions: anyOf(Condition),
  groups: anyOf(GroupReference),
  is_dismissed: Type.Optional(Type.Boolean()),
  related_entities: anyOf(text(255, 1)),
  search: Type.Optional(text(200)),
}

const AlertParams = Type.Object({ alert_reference: Ulid }, closed)
const ClientParams = Type.Object({ client: ClientIdentifier }, closed)
const ClientAlertParams = Type.Object({ client: ClientIdentifier, alert_reference: Ulid }, closed)

const ChangeBody = Type.Object(
  {
    alert_references: AlertReferences,
    change: AlertChange,
    reason: Type.Optional(writtenText(maxAlertMessageCharacters)),
    until: Type.Optional({ ...Timestamp, description: `Needed to silence; at most ${maxAlertSilenceDays} days ahead` }),
  },
  closed,
)

const DismissBody = Type.Object(
  { alert_references: AlertReferences, is_dismissed: Type.Optional(Type.Boolean({ default: true })) },
  closed,
)

const raised = {
  alert_type: AlertType,
  alert_scope: AlertScope,
  alert_severity: AlertSeverity,
  alert_key: Type.Optional(text(200)),
  alert_subject: writtenLine(maxAlertSubjectCharacters),
  alert_message: writtenText(maxAlertMessageCharacters),
  group: Type.Optional(GroupReference),
  expires_after: Type.Optional(Timestamp),
  related_entities: Type.Optional(Type.Array(AlertRelatedEntity, { maxItems: 20 })),
}
const RaisedAlert = Type.Object(raised, closed)
const RaisedByStaff = Type.Object({ ...raised, client: Type.Optional(ClientIdentifier) }, closed)
const batch = <T extends typeof RaisedAlert | typeof RaisedByStaff>(item: T) =>
  Type.Object({ alerts: Type.Array(item, { minItems: 1, maxItems: limits.maxReferencesInBatch }) }, closed)

/** What became of each alert of a batch. */
export const alertResults = [
  'raised',
  'occurred',
  'changed',
  'unchanged',
  'not_found',
  'forbidden',
  'conflict',
] as const
export const AlertResult = Type.Enum(alertResults, {
  description:
    'occurred: an alert with this key was Triggered already. conflict: a newer alert has the key of the one to re-open',
})
export type AlertResult = Static<typeof AlertResult>

export const AlertsChanged = Type.Object(
  {
    items: Type.Array(Type.Object({ alert_reference: nullable(Ulid), result: AlertResult, alert: nullable(Alert) })),
  },
  { title: 'AlertsChanged', description: 'What became of each alert, in the order of the request.' },
)
export type AlertsChanged = Static<typeof AlertsChanged>

const listed = {
  method: 'GET',
  requestHeaders: portalReadHeaders,
  response: listOf(Alert),
  errors: ['list.bad_last_key'],
} as const
const summarised = {
  method: 'GET',
  requestHeaders: portalReadHeaders,
  response: Summaries,
} as const
const read = { method: 'GET', response: Alert, errors: ['request.not_found'] } as const
const changed = {
  method: 'PUT',
  body: ChangeBody,
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: AlertsChanged,
  audit: 'alert.changed',
  errors: ['alert.bad_silence'],
} as const
const dismissed = {
  method: 'PUT',
  body: DismissBody,
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: AlertsChanged,
  audit: 'alert.dismissed',
} as const

const ofStaff = { catalogue: 'admin-internal', action: 'internal:alerts' } as const

export const listAllAlerts = call({
  ...ofStaff,
  ...listed,
  path: '/alerts',
  summary: "Lists the provider's alerts of all accounts, the last that occurred first.",
  query: listQuery({ ...filter, clients: anyOf(ClientIdentifier) }),
})

export const changeAllAlerts = call({
  ...ofStaff,
  ...changed,
  path: '/alerts',
  summary:
    "Clears, re-opens, acknowledges or silences 1 to 100 alerts of the provider's own account, or ends a silence.",
})

export const raiseAlertsAsStaff = call({
  ...ofStaff,
  method: 'POST',
  path: '/alerts',
  summary: "Raises 1 to 100 alerts in customers' accounts, or in the provider's own.",
  body: batch(RaisedByStaff),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: AlertsChanged,
  audit: 'alert.raised',
  errors: ['request.not_found', 'alert.several_accounts', 'alert.ends_in_past'],
})

export const dismissAllAlerts = call({
  ...ofStaff,
  ...dismissed,
  path: '/alerts/dismiss',
  summary: "Dismisses 1 to 100 alerts of the provider's own account for the caller, or takes that back.",
})

export const summariseAllAlerts = call({
  ...ofStaff,
  ...summarised,
  path: '/alerts/summary',
  summary: "Counts the provider's Triggered alerts of all accounts by scope and severity.",
})

export const getOwnAlertAsStaff = call({
  ...ofStaff,
  ...read,
  path: '/alerts/{alert_reference}',
  summary: "Reads one alert of the provider's own account, with its occurrences.",
  params: AlertParams,
})

export const changeClientAlerts = call({
  ...ofStaff,
  ...changed,
  path: '/clients/{client}/alerts',
  summary:
    "Clears, re-opens, acknowledges or silences 1 to 100 of an account's alerts that the provider sees, or ends a silence.",
  params: ClientParams,
  errors: ['request.not_found', 'alert.bad_silence'],
})

export const dismissClientAlerts = call({
  ...ofStaff,
  ...dismissed,
  path: '/clients/{client}/alerts/dismiss',
  summary: "Dismisses 1 to 100 of an account's alerts that the provider sees for the caller, or takes that back.",
  params: ClientParams,
  errors: ['request.not_found'],
})

export const getClientAlert = call({
  ...ofStaff,
  ...read,
  path: '/clients/{client}/alerts/{alert_reference}',
  summary: "Reads one of an account's alerts that the provider sees, with its occurrences.",
  params: ClientAlertParams,
})

const ofAccount = { catalogue: 'admin-client', beyondSpecification: true } as const

export const listAlerts = call({
  ...ofAccount,
  ...listed,
  path: '/alerts',
  summary: "Lists the account's alerts, the last that occurred first.",
  action: 'alerts:read',
  query: listQuery(filter),
})

export const changeAlerts = call({
  ...ofAccount,
  ...changed,
  path: '/alerts',
  summary: 'Clears, re-opens, acknowledges or silences 1 to 100 alerts, or ends a silence early.',
  action: 'alerts:write',
})

export const raiseAlerts = call({
  ...ofAccount,
  method: 'POST',
  path: '/alerts',
  summary: 'Raises 1 to 100 alerts with texts of the caller.',
  action: 'alerts:write',
  body: batch(RaisedAlert),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: AlertsChanged,
  audit: 'alert.raised',
  errors: ['request.not_found', 'alert.ends_in_past'],
})

export const dismissAlerts = call({
  ...ofAccount,
  ...dismissed,
  path: '/alerts/dismiss',
  summary: 'Dismisses 1 to 100 alerts for the caller, or takes that back.',
  action: 'alerts:read',
})

export const summariseAlerts = call({
  ...ofAccount,
  ...summarised,
  path: '/alerts/summary',
  summary: "Counts the account's Triggered alerts by scope and severity.",
  action: 'alerts:read',
})

export const getAlert = call({
  ...ofAccount,
  ...read,
  path: '/alerts/{alert_reference}',
  summary: 'Reads one alert with its occurrences.',
  action: 'alerts:read',
  params: AlertParams,
})

export const alertCalls = {
  listAllAlerts,
  changeAllAlerts,
  raiseAlertsAsStaff,
  dismissAllAlerts,
  summariseAllAlerts,
  getOwnAlertAsStaff,
  changeClientAlerts,
  dismissClientAlerts,
  getClientAlert,
  listAlerts,
  changeAlerts,
  raiseAlerts,
  dismissAlerts,
  summariseAlerts,
  getAlert,
}
