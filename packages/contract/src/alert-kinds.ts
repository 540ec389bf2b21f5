/** The enumerations of alerts (rules-and-calls sections 4 and 9). */
import { type Static, Type } from 'typebox'

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
export type AlertType = Static<typeof AlertType>

export const alertStates = ['Triggered', 'Cleared'] as const
export const AlertState = Type.Enum(alertStates)
export type AlertState = Static<typeof AlertState>

export const alertSeverities = ['Low', 'Medium', 'High'] as const
export const AlertSeverity = Type.Enum(alertSeverities)
export type AlertSeverity = Static<typeof AlertSeverity>

export const alertScopes = ['ops', 'sec'] as const
export const AlertScope = Type.Enum(alertScopes)
export type AlertScope = Static<typeof AlertScope>

/** Transient alerts expire. Scoped ones last until their condition ends or somebody clears them. */
export const alertKeyTypes = ['Transient', 'Scoped'] as const
export const AlertKeyType = Type.Enum(alertKeyTypes)
export type AlertKeyType = Static<typeof AlertKeyType>

/** What the texts of an alert's condition name, for other languages. */
export const AlertValues = Type.Record(Type.String(), Type.String())
export type AlertValues = Static<typeof AlertValues>

export const alertTargets = ['client', 'admin'] as const
export const AlertTarget = Type.Enum(alertTargets)
export type AlertTarget = Static<typeof AlertTarget>

export const alertDateFilterTypes = ['first_occurrence', 'last_occurrence'] as const
export const AlertDateFilterType = Type.Enum(alertDateFilterTypes, { default: 'last_occurrence' })

/** What the alert permissions of roles allow, by scope. */
export const alertPermissions = ['ops_read', 'ops_write', 'sec_read', 'sec_write'] as const
export const AlertPermission = Type.Enum(alertPermissions)
export type AlertPermission = Static<typeof AlertPermission>
