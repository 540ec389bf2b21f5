import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/index.ts'
import { accepts } from './both-validators.ts'

/** The fields of each entity as product.md section 3 names them. */
const specified: readonly [entity: TSchema, fields: string][] = [
  [
    contract.Device,
    `device_reference device_user_reference group services imeis email first_name surname last_seen is_deactivated
     deactivation_date activated_at is_legacy legacy_phone_number phone_numbers model os_version app_version serial_number
     fcm_token installation_id`,
  ],
  [contract.DevicePhoneNumber, 'phone_number first_verified last_verified slot_index'],
  [
    contract.DeviceUser,
    `device_user_reference group services expected_device_count email first_name surname is_active onboard_date
     offboard_date is_legacy`,
  ],
  [contract.Group, 'group_reference tags stats'],
  [contract.GroupTag, 'tag_key tag_value'],
  [contract.GroupStats, 'device_users expected_devices actual_devices services'],
  [contract.GroupStats.properties.services.items, 'used_licenses expected_devices active_devices active_users'],
  [contract.TagDefinition, 'tag_key tag_values is_required default_value'],
  [
    contract.Role,
    'role_reference permissions payload_types cidr_ranges alert_permissions is_alertable description is_system',
  ],
  [contract.Permission, 'actions_matching is_denied is_regex conditions'],
  [contract.Condition, 'names_matching keys_matching values_matching is_denied is_regex'],
  [
    contract.Payload,
    `device_reference device_user_reference group device_ip key_id payload_reference payload_state meta checksum is_legacy
     is_late is_personal_number payload_type numbers uploaded_at processed_at transferred_at receipt_confirmed_at
     receipt_confirmed_by updated_at`,
  ],
  [contract.PayloadMeta, 'iv timezone local_time payload_time locations carrier imeis'],
  [contract.CallMeta, 'end_time voice_source signal_strength size second_parties is_intermittent full_duration'],
  [contract.BlockedCallMeta, 'reason_for_blocking second_parties'],
  [contract.InterviewMeta, 'duration notes pause_times'],
  [contract.MessageMeta, 'message_parties direction length thread_id imsi'],
  [
    contract.PayloadComment,
    'comment_id comment_version comment_body raised_at raised_by is_closed closed_by closed_at comment_duration',
  ],
  [contract.PayloadAudit, 'records receipts'],
  [contract.PayloadAudit.properties.records.items, 'portal_user action time'],
  [contract.PayloadAudit.properties.receipts.items, 'user time'],
  [
    contract.PersonalNumberRecord,
    'id device_user_reference group personal_number reason is_active created_at created_by deleted_at deleted_by',
  ],
  [
    contract.SequenceGap,
    `gap_reference device_reference device_user_reference group first_missing last_missing missing before_time after_time seen_since
     state closed_at explanation version`,
  ],
  [
    contract.DeviceCommand,
    'command params device_reference command_reference group state raised_by sent_at completed_at',
  ],
  [contract.ListedPosition, 'accuracy altitude latitude longitude timestamp timezone provider gps_reference'],
  [contract.ListedDeviceLog, 'log_id log_class log_level log_datetime local_timezone payload_reference log_message'],
  [contract.DeviceLog, 'log_id log_class log_level log_datetime local_timezone payload_reference log_message'],
  [
    contract.DeviceActivity,
    `log_id device_ip device_reference device_user_reference activity_time activity_end_time duration group action
     is_allowed denial_reason parameters status_code`,
  ],
  [
    contract.UserActivity,
    `log_id activity_time activity_end_time duration group action is_allowed denial_reason parameters status_code user_id
     roles user_ip browser is_client_app`,
  ],
  [contract.GpsPosition, 'accuracy altitude latitude longitude timestamp timezone provider gps_reference'],
  [contract.TelemetryApplication, 'package_name simple_name is_system_app size uid'],
  [
    contract.Alert,
    `alert_reference alert_scope alert_type alert_subject alert_key alert_message alert_state alert_severity expires_after
     cleared_reason cleared_at api_action first_occurrence last_occurrence related_entities occurrences dismissed_by
     related_entity_string`,
  ],
  [contract.AlertRelatedEntity, 'entity_id entity_type entity_subtype api_link page_link'],
  [contract.AlertSummary, 'scope severity count'],
  [
    contract.SupportAccess,
    `request_reference role request_description requested_expiry approval_state rejection_reason approval_expiry
     approved_by`,
  ],
  [
    contract.TransferConfig,
    `transfer_config_reference transfer_type payload_types schedule pgp_key params transfer_file_format is_active`,
  ],
  [contract.Transferable, 'transfer_id state report_from report_to transfers'],
  [contract.LegalHold, 'target target_type is_active created_at'],
  [contract.RetentionPolicy, 'entities payloads'],
  [contract.RetentionEntry, 'delete_after_days destroy_after_days'],
  [
    contract.PayloadRetentionEntry,
    'payload_type retention_timestamp required_receipts required_transfers delete_after_days destroy_after_days',
  ],
  [contract.LegacyMigration, 'statistics migration_state warnings import_errors imported error_message'],
  [contract.AccountDefaults, 'user_group role cidr_ranges'],
  [contract.AccountMigrationConfig, 'disable_onboarding disable_offboarding disable_payloads'],
  [contract.ClientAppConfiguration, 'app_reference oidc_config group roles cidr_ranges'],
  [contract.OidcConfig, 'issuer audience jwks_uri'],
  [contract.ClientLicenseLimits, 'calls interviews gps mms photos rcs ar sms videos'],
  [contract.Carrier, 'carrier_name carrier_code first_seen last_seen clients'],
  [contract.Country, 'country_name country_code carriers dialling_prefix'],
  [contract.Dashboard, 'devices users app_versions os_versions'],
  [contract.Dashboard.properties.devices, 'activated pending deactivated legacyActivated legacyDeactivated'],
  [contract.Dashboard.properties.users, 'onboarded offboarded legacyOnboarded legacyOffboarded'],
  [contract.PublicKeys, 'client public_key created_at'],
  [contract.UserProfile, 'user_reference actions groups payload_types roles user_group portal_config'],
  [contract.PortalConfig, 'maps_key monitoring application_id region'],
  [contract.DevicePayloadMetric, 'device_reference payload_type first_occurrence last_occurrence count updated_at'],
  [contract.VerifyRequest, 'device_info ulid_encrypted phone_numbers imeis installation_id'],
  [contract.VerifyResponse, 'access_token client_portal_url enabled_services account_reference install_state'],
  [contract.SessionTokens, 'expires_in id_token refresh_token'],
  [contract.SessionState, 'client refresh_token id_token expires_at user support_reference'],
]

/** Entities that nobody edits: trail entries, replaced keys, and computed results. Each has its account. */
const lasting = [
  'RetentionRun',
  'RetentionVersion',
  'AccessReview',
  'AccessReviewItem',
  'ClientSituation',
  'ClientStatistics',
  'ClientTelemetry',
  'ListedDeviceLog',
  'ListedGPS',
  'ReportedTelemetry',
  'StoredDeviceLog',
  'TelemetrySeries',
  'CarrierRecord',
  'Client',
  'CommentVersion',
  'Dashboard',
  'DeviceActivity',
  'DeviceActivityEntry',
  'DeviceChange',
  'DevicePayloadMetric',
  'AccessRequest',
  'Notification',
  'NotificationSettings',
  'Overview',
  'PayloadAudit',
  'PayloadCounts',
  'PayloadDays',
  'PayloadVerification',
  'PublicKeys',
  'UserActivity',
  'UserActivityEntry',
  'UserProfile',
  'VisitEntry',
]

/** Lists that are the same for every account. */
const ofNoAccount = ['Carrier', 'Country']

/** As a device sends them; its token says which account and device they belong to. */
const sentByDevices = ['DeviceInfo', 'DeviceLog', 'DeviceTelemetry', 'GPS', 'MessageContent']

/** Parts of entities, and parameters and results of calls that are no entities. */
const others = [
  'InstallationOverview',
  'InstallationPart',
  'JobQueue',
  'RetentionExplanation',
  'RetentionAhead',
  'RetentionFreed',
  'RetentionPreview',
  'RetentionReport',
  'RetentionSettings',
  'PeriodMetrics',
  'StatisticsTotals',
  'CarrierImportRow',
  'ImportedFrom',
  'MigrationColumns',
  'MigrationExport',
  'MigrationReconciliation',
  'MigrationReconciliationRow',
  'MigrationRow',
  'MigrationSentence',
  'MigrationSignature',
  'ReconciledSample',
  'CarrierMapping',
  'CarrierMonths',
  'CarrierPreview',
  'CarrierRecordsSignedOff',
  'AssignmentOutcome',
  'AccessExplanation',
  'ContentAccess',
  'AccessDecisionOutcome',
  'AccessGains',
  'AccessImpact',
  'TagImpact',
  'AccountMetadata',
  'ActivitySubject',
  'MoveImpact',
  'TrailByHour',
  'VisitFigures',
  'Listening',
  'AlertSummary',
  'AlertsChanged',
  'CommandForDevice',
  'CommentCounts',
  'Conversation',
  'ConversationMessage',
  'ConversationSummary',
  'Disposition',
  'CreatedClient',
  'DeviceConfiguration',
  'EnrolmentDetails',
  'EnrolmentSecretState',
  'ImportOutcome',
  'OneTimeCode',
  'ShownEnrolmentSecret',
  'Found',
  'Granting',
  'LeftBehind',
  'LeftBehindItem',
  'ListTotal',
  'MessageSnippet',
  'PayloadAccess',
  'PayloadData',
  'PayloadMeta',
  'PayloadRegistration',
  'PayloadRegistrationOutcome',
  'PayloadTypeCounts',
  'PortalConfig',
  'ProfileAccountSettings',
  'ListExport',
  'PortalEvent',
  'DeletionOutcome',
  'RestorationOutcome',
  'RescanOutcome',
  'PayloadDeletion',
  'PayloadDestruction',
  'PayloadAmendments',
  'PartyNameAmendment',
  'Receipt',
  'CommentOutcome',
  'Download',
  'ReceiptOutcome',
  'RecordingExceptions',
  'CommandOutcome',
  'EscalationOutcome',
  'OpenReviews',
  'ReviewDraw',
  'DrawLeftOut',
  'QueueRepetition',
  'ReviewFigure',
  'ReviewItem',
  'ReviewMark',
  'ReviewQueueDetail',
  'PersonalNumbersChanged',
  'PersonalNumbersPreview',
  'ReviewQueuePreview',
  'CompletenessDay',
  'CompletenessFigures',
  'GapEvidence',
  'SequenceGapDetail',
  'StatementContent',
  'CompletenessStatement',
  'ReviewSample',
  'ReviewOutcome',
  'RolePreview',
  'RoleAssignment',
  'AccessRequestRole',
  'RoleDraft',
  'RoleDraftDetail',
  'RoleVersion',
  'SavedViews',
  'SessionState',
  'SessionTokens',
  'DestroyedRecording',
  'DestructionCertificate',
  'SignedCertificate',
  'HoldCoverage',
  'HoldOutcome',
  'HoldOutcomes',
  'MatterFeed',
  'MatterNote',
  'MatterPayloadOutcome',
  'MatterPayloadOutcomes',
  'LegalHoldReleases',
  'SignInUrl',
  'PersonName',
  'PhoneNumberPeriod',
  'PlayedRange',
  'Snippet',
  'TagChange',
  'TagDeletion',
  'Terms',
  'TermsAcceptance',
  'TransferDay',
  'TransferItem',
  'TransferTest',
  'TransferTestStep',
  'VerifyRequest',
  'VerifyResponse',
  'BriefEvent',
  'VisitChange',
  'VisitEvent',
  'WordIndex',
]

const nameOf = (schema: TSchema): string => ('title' in schema ? String(schema.title) : 'a part')

describe('entities', () => {
  it.each(specified.map(([entity, fields]) => [nameOf(entity), fields.trim().split(/\s+/), entity] as const))(
    '%s has %j',
    (_, fields, entity) => {
      const properties = 'properties' in entity ? Object.keys(Object(entity.properties)) : []
      expect(fields.filter((field) => !properties.includes(field))).toEqual([])
    },
  )

  it.each(
    Object.entries(contract).flatMap(([name, schema]) =>
      typeof schema === 'object' && 'title' in schema ? [[name, schema] as const] : [],
    ),
  )('%s has a description for the reference', (_, schema) => {
    expect(schema).toHaveProperty('description', expect.stringMatching(/\S/))
  })

  const titled = new Map(
    Object.values(contract).flatMap((schema) =>
      typeof schema === 'object' && 'title' in schema
        ? [[String(schema.title), Object(schema).properties] as const]
        : [],
    ),
  )

  const elsewhere = [...lasting, ...ofNoAccount, ...sentByDevices, ...others]
  /** The others change: each has its account, and who changed it last and when. */
  const changing = [...titled.keys()].filter((title) => !elsewhere.includes(title))

  it('are in one of the lists above at most', () => {
    expect(elsewhere.toSorted()).toEqual([...new Set(elsewhere)].filter((title) => titled.has(title)).toSorted())
  })

  it.each(changing)('%s has client, updated_at and updated_by', (title) => {
    expect(Object.keys(titled.get(title))).toEqual(expect.arrayContaining(['client', 'updated_at', 'updated_by']))
  })

  it.each(lasting)('%s has client', (title) => {
    expect(Object.keys(titled.get(title))).toContain('client')
  })

  it('hide the wrapped key and the object path of a payload', () => {
    expect(contract.Payload.properties).not.toHaveProperty('encrypted_dek')
    expect(contract.Payload.properties).not.toHaveProperty('s3_path')
  })

  it('hide the secrets of a transfer', () => {
    for (const secret of Object.keys(contract.transferSecretFields)) {
      expect(contract.TransferConfig.properties).not.toHaveProperty(secret)
    }
  })

  it('accept a transfer destination only of one type, with all its fields', () => {
    const s3 = { target_type: 'S3', destination: 's3://b', iam_role_arn: 'arn:aws:iam::123456789012:role/x' }
    const sftp = { target_type: 'SFTP', host: 'h', port: 22, username: 'u', root_directory: '/', host_key: 'k' }
    expect(accepts(contract.TransferParams, s3)).toBe(true)
    expect(accepts(contract.TransferParams, sftp)).toBe(true)
    expect(accepts(contract.TransferParams, { ...s3, ...sftp })).toBe(false)
    expect(accepts(contract.TransferParams, { ...s3, target_type: 'FTP' })).toBe(false)
    expect(accepts(contract.TransferParams, { ...sftp, root_directory: 'in' })).toBe(false)
  })
})
