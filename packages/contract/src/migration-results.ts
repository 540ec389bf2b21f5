/** Result codes of a migration from the legacy platform. Every row ends with one (rules-and-calls section 8). */
import { type Static, Type } from 'typebox'

/** Ignored because the account's migration settings switch this kind of change off. */
const ignoredByConfiguration = [
  'IgnoreNewDeviceOnboardingDisabled',
  'IgnoreNewDeviceOffboardingDisabled',
  'IgnoreNewUserOnboardingDisabled',
  'IgnoreNewUserOffboardingDisabled',
  'IgnoreUpdateDeviceOnboardingDisabled',
  'IgnoreUpdateDeviceOffboardingDisabled',
  'IgnoreUpdateUserOnboardingDisabled',
  'IgnoreUpdateUserOffboardingDisabled',
] as const

export const migrationResults = {
  device_errors: ['DuplicateDeviceReference'],
  device_warnings: [
    'CannotImportOnboardedDeviceUnknownModel',
    'CannotImportOffboardedDeviceUnknownModel',
    'DeviceAlreadyActiveInThePlatform',
    'UserAlreadyActiveInThePlatform',
    ...ignoredByConfiguration,
    'DeactivatedDeviceSupersededByNewerRecord',
    'OffboardedUserSupersededByNewerRecord',
  ],
  device_successes: [
    'ActivatedDeviceUpdated',
    'DeactivatedDeviceUpdated',
    'DeviceCreatedActivated',
    'DeviceCreatedDeactivated',
    'DeviceUpdatedAndActivated',
    'DeviceUpdatedAndDeactivated',
    'GroupAdded',
    'NoChangeToActiveDevice',
    'NoChangeToDeactivatedDevice',
    'NoChangeToGroup',
    'NoChangeToOnboardedUser',
    'NoChangeToOffboardedUser',
    'OffboardedUserUpdated',
    'OnboardedUserUpdated',
    'UserCreatedOffboarded',
    'UserCreatedOnboarded',
    'UserUpdatedAndOnboarded',
    'UserUpdatedAndOffboarded',
  ],
  general: ['Error', 'UnknownFile'],
  payload_errors: ['PayloadDataNotAvailable', 'PayloadWithNoMatchingUser', 'ConferenceCallWithMismatchingData'],
  payload_warnings: ['PayloadAlreadyLoaded', 'IgnoreNewPayloadMigrationDisabled'],
  payload_successes: [
    'PayloadCreated',
    'RecordedPayloadCreated',
    'PayloadUpdated',
    'PersonalPayloadCreated',
    'PersonalPayloadUpdated',
  ],
} as const

export const migrationResultCodes = Object.values(migrationResults).flat()
export const MigrationResultCode = Type.Enum(migrationResultCodes)
export type MigrationResultCode = Static<typeof MigrationResultCode>
