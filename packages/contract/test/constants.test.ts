import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/index.ts'
import { accepts } from './both-validators.ts'

/** Every enumeration of rules-and-calls sections 4 and 9 and product.md section 4, letter by letter. */
const enumerations: readonly [name: string, schema: TSchema, values: string][] = [
  [
    'PayloadState',
    contract.PayloadState,
    'NotRecorded Recorded Uploaded Processed Transferred Deleted Destroyed Failed Scanning Quarantined NotRecoverable',
  ],
  ['PayloadStateDevice', contract.PayloadStateDevice, 'pending processed failed not_found'],
  [
    'PayloadDataStatus',
    contract.PayloadDataStatus,
    'Ok NoS3Url NoMatchingRecord GroupNotAuthorised Personal TypeNotAuthorised',
  ],
  ['PayloadDataActionType', contract.PayloadDataActionType, 'play download'],
  ['PayloadDateFilterType', contract.PayloadDateFilterType, 'payload_time updated_at processed_at'],
  [
    'DeviceCommandType',
    contract.DeviceCommandType,
    `sync_data diagnostics_upload reupload_sms_messages sms_auto_response remove_device_admin send_verification_sms
     allow_factory_reset allow_power_off allow_uninstall`,
  ],
  ['DeviceCommandState', contract.DeviceCommandState, 'Sent Acknowledged Completed Failed'],
  ['DeviceInstallState', contract.DeviceInstallState, 'NewInstall FactoryReset NoChange NoInstallationId'],
  ['DevicePayloadsMetricScope', contract.DevicePayloadsMetricScope, 'Daily Weekly Monthly Yearly Summary'],
  ['MigrationState', contract.MigrationState, 'Pending Quarantined Migrated PartialFail Failed'],
  [
    'SupportAccessApprovalState',
    contract.SupportAccessApprovalState,
    'pending canceled approved rejected revoked expired',
  ],
  ['TransferState', contract.TransferState, 'Pending InProgress Succeeded PartialFail Failed'],
  ['TransferType', contract.TransferType, 'Payload Vantage'],
  ['TransferTargetType', contract.TransferTargetType, 'S3 SFTP'],
  ['TransferFileFormat', contract.TransferFileFormat, 'Uncompressed Zipped ZippedWithPassword'],
  [
    'RetentionPolicyPayloadTimestampType',
    contract.RetentionPolicyPayloadTimestampType,
    'payload_time processed_at transferred_at receipt_confirmed_at',
  ],
  ['QueryResultType', contract.QueryResultType, 'page total'],
  ['AlertState', contract.AlertState, 'Triggered Cleared'],
  ['AlertSeverity', contract.AlertSeverity, 'Low Medium High'],
  ['AlertScope', contract.AlertScope, 'ops sec'],
  ['AlertKeyType', contract.AlertKeyType, 'Transient Scoped'],
  ['AlertTarget', contract.AlertTarget, 'client admin'],
  ['AlertDateFilterType', contract.AlertDateFilterType, 'first_occurrence last_occurrence'],
  [
    'AlertType',
    contract.AlertType,
    `AccountAlert AndroidAlert DeviceAlert DeviceUserAlert LambdaAlert MigrationAlert Notification PayloadAlert
     PortalUserAlert TransferAlert`,
  ],
  ['AlertPermission', contract.AlertPermission, 'ops_read ops_write sec_read sec_write'],
  ['LegalHoldTargetType', contract.LegalHoldTargetType, 'PortalUser DeviceUser'],
  ['LogLevel', contract.LogLevel, 'DEBUG INFO WARN ERROR'],
  ['VoiceSource', contract.VoiceSource, 'MIC BT HEADSET'],
  ['Direction', contract.Direction, 'I O CC'],
  [
    'PayloadType',
    contract.PayloadType,
    'AbortedCall BlockedCall Call Diagnostics Interview Photo MMS RCS AR SMS Video',
  ],
  ['TransferablePayloadType', contract.TransferablePayloadType, 'Call Interview Photo MMS RCS AR SMS Video'],
  ['ServiceName', contract.ServiceName, 'calls interviews gps mms photos rcs ar sms videos'],
  [
    'RetentionEntityType',
    contract.RetentionEntityType,
    `AlertData DeviceActivityData DeviceCommandData DeviceData DeviceUserData GpsData LegacyMigrationData LegalHoldData
     PayloadData SupportAccessData TransferableData UserActivityData`,
  ],
  ['Locale', contract.Locale, 'en-GB pt-BR'],
  ['ColourMode', contract.ColourMode, 'system light dark'],
  [
    'MigrationResultCode',
    contract.MigrationResultCode,
    `DuplicateDeviceReference CannotImportOnboardedDeviceUnknownModel CannotImportOffboardedDeviceUnknownModel
     DeviceAlreadyActiveInThePlatform UserAlreadyActiveInThePlatform IgnoreNewDeviceOnboardingDisabled
     IgnoreNewDeviceOffboardingDisabled IgnoreNewUserOnboardingDisabled IgnoreNewUserOffboardingDisabled
     IgnoreUpdateDeviceOnboardingDisabled IgnoreUpdateDeviceOffboardingDisabled IgnoreUpdateUserOnboardingDisabled
     IgnoreUpdateUserOffboardingDisabled DeactivatedDeviceSupersededByNewerRecord OffboardedUserSupersededByNewerRecord
     ActivatedDeviceUpdated DeactivatedDeviceUpdated DeviceCreatedActivated DeviceCreatedDeactivated
     DeviceUpdatedAndActivated DeviceUpdatedAndDeactivated GroupAdded NoChangeToActiveDevice NoChangeToDeactivatedDevice
     NoChangeToGroup NoChangeToOnboardedUser NoChangeToOffboardedUser OffboardedUserUpdated OnboardedUserUpdated
     UserCreatedOffboarded UserCreatedOnboarded UserUpdatedAndOnboarded UserUpdatedAndOffboarded Error UnknownFile
     PayloadDataNotAvailable PayloadWithNoMatchingUser ConferenceCallWithMismatchingData PayloadAlreadyLoaded
     IgnoreNewPayloadMigrationDisabled PayloadCreated RecordedPayloadCreated PayloadUpdated PersonalPayloadCreated
     PersonalPayloadUpdated`,
  ],
]

describe('enumerations', () => {
  it.each(enumerations)('%s', (_, schema, listed) => {
    const values = listed.trim().split(/\s+/)
    expect('enum' in schema ? schema.enum : undefined).toEqual(values)
    expect(values.every((value) => accepts(schema, value))).toBe(true)
    for (const other of ['', 'Unknown', values[0]?.concat(' '), values[0]?.concat('\n'), null, 0]) {
      expect(accepts(schema, other)).toBe(false)
    }
  })
})

describe('defaults', () => {
  it.each([
    ['expected device count', contract.ExpectedDeviceCount, 1],
    ['metrics scope', contract.DevicePayloadsMetricScope, 'Summary'],
    ['data action', contract.PayloadDataActionType, 'download'],
    ['date filter', contract.PayloadDateFilterType, 'payload_time'],
    ['query result type', contract.QueryResultType, 'page'],
    ['alert date filter', contract.AlertDateFilterType, 'last_occurrence'],
  ] as const)('%s', (_, schema, value) => expect(schema).toHaveProperty('default', value))

  it('active-only filter is off', () => {
    expect(contract.listDevices.query.properties.filter.properties.active_only).toHaveProperty('default', false)
  })
})

describe('limits', () => {
  it('fit a whole batch of inline contents in one registration', () => {
    const base64 = Math.ceil(contract.limits.maxInlineContentBytes / 3) * 4 * contract.limits.maxReferencesInBatch
    expect(contract.limits.maxRegistrationBodyBytes).toBeGreaterThan(base64 + 1024 * 1024)
  })
})
