import { type Static, Type } from 'typebox'
import { changeFields } from './entity-fields.ts'
import { Ulid } from './fields.ts'
import { nullable } from './nullable.ts'
import { Timestamp } from './times.ts'
import { transitions } from './transitions.ts'

export const alertTypes = [
  'AccountAlert',
  'AndroidAlert',
  'DeviceAlert',
  'DeviceUserAlert',
  'LambdaAlert',
  'MigrationAlert',
  'Notification',
  'PayloadAlert',
  'PortalUserAlert',
  'TransferAlert',
] as const
export const AlertType = Type.Enum(alertTypes)

export const alertStates = ['Triggered', 'Cleared'] as const
export const AlertState = Type.Enum(alertStates)
export type AlertState = Static<typeof AlertState>

export const alertSeverities = ['Low', 'Medium', 'High'] as const
export const AlertSeverity = Type.Enum(alertSeverities)

export const alertScopes = ['ops', 'sec'] as const
export const AlertScope = Type.Enum(alertScopes)

/** Transient alerts expire. Scoped ones last until their condition ends or somebody clears them. */
export const alertKeyTypes = ['Transient', 'Scoped'] as const
export const AlertKeyType = Type.Enum(alertKeyTypes)

export const alertTargets = ['client', 'admin'] as const
export const AlertTarget = Type.Enum(alertTargets)

export const alertDateFilterTypes = ['first_occurrence', 'last_occurrence'] as const
export const AlertDateFilterType = Type.Enum(alertDateFilterTypes, { default: 'last_occurrence' })

export const AlertRelatedEntity = Type.Object({
  entity_id: Type.String(),
  entity_type: Type.String(),
  entity_subtype: nullable(Type.String()),
  api_link: nullable(Type.String()),
  page_link: nullable(Type.String()),
})

export const Alert = Type.Object(
  {
    ...changeFields,
    alert_reference: Ulid,
    alert_scope: AlertScope,
    alert_type: AlertType,
    alert_subject: Type.String(),
    alert_key: Type.String(),
    alert_key_type: AlertKeyType,
    alert_message: Type.String(),
    alert_state: AlertState,
    alert_severity: AlertSeverity,
    expires_after: nullable(Timestamp),
    cleared_reason: nullable(Type.String()),
    cleared_at: nullable(Timestamp),
    api_action: nullable(Type.String()),
    first_occurrence: Timestamp,
    last_occurrence: Timestamp,
    related_entities: Type.Array(AlertRelatedEntity),
    occurrences: Type.Array(Type.Object({ time: Timestamp, message: Type.String() })),
    dismissed_by: nullable(Type.String({ description: 'User references, comma-delimited' })),
    related_entity_string: nullable(Type.String()),
  },
  { title: 'Alert', description: 'Something that someone should look at, with every time it occurred.' },
)
export type Alert = Static<typeof Alert>

export const AlertSummary = Type.Object(
  { scope: AlertScope, severity: AlertSeverity, count: Type.Integer({ minimum: 0 }) },
  { title: 'AlertSummary', description: 'How many alerts are Triggered, per scope and severity.' },
)

/** Cleared is final: a new occurrence raises a new alert. */
export const alertTransitions = transitions<AlertState>(
  { Triggered: ['Cleared'], Cleared: [] },
  'alert.illegal_transition',
)
