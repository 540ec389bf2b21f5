import type { Client } from 'pg'

/** The TypeScript types of values that pg reads (see type-parsers.ts) and writes. */
const readTypes: Record<string, string> = {
  bigint: 'number',
  'bigint[]': 'string[]',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  int4multirange: 'string',
  integer: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
}

/**
 * Columns with a type of their own in column-types.ts: enumerations, lists of them, and the content of JSON columns. `*` stands
 * for every table that has the column.
 */
const columnTypes: Record<string, string> = {
  '*.action': 'TrailAction',
  '*.event': 'AuditEvent',
  '*.events': 'TrailEvent[]',
  '*.parameters': 'JsonObject',
  '*.payload_state': 'PayloadState',
  '*.payload_type': 'PayloadType',
  '*.tags': 'TagOfGroup[]',
  'access_history.before': 'JsonObject',
  'access_review_decisions.decision': 'AccessDecision',
  'access_review_decisions.outcome': 'RevocationOutcome',
  'access_requests.action': 'Action',
  'access_requests.state': 'AccessRequestState',
  'account_settings.playback_reason_kind': 'PlaybackReasonKind',
  'account_settings.dispositions': 'Disposition[]',
  'completeness_statements.content': 'StatementContent',
  'completeness_statements.locale': 'Locale',
  'alerts.alert_key_type': 'AlertKeyType',
  'alerts.alert_scope': 'AlertScope',
  'alerts.alert_severity': 'AlertSeverity',
  'alerts.alert_state': 'AlertState',
  'alerts.alert_targets': 'AlertTarget[]',
  'alerts.alert_type': 'AlertType',
  'alerts.condition': 'AlertConditionName',
  'alerts.condition_values': 'AlertValues',
  'alerts.related_entities': 'AlertRelatedEntity[]',
  'alert_preferences.alert_severities': 'AlertSeverity[]',
  'alert_preferences.alert_types': 'AlertType[]',
  'alert_preferences.email_frequency': 'AlertEmailFrequency',
  'alert_tellings.alert_scope': 'AlertScope',
  'alert_tellings.alert_severity': 'AlertSeverity',
  'alert_tellings.channel': 'TellingChannel',
  'alert_tellings.condition': 'AlertConditionName',
  'alert_tellings.email_state': 'TellingEmailState',
  'carrier_counts.outcome': 'CarrierOutcome',
  'carrier_counts.record_type': 'CarrierRecordType',
  'carrier_import_rows.problems': 'CarrierRowProblem[]',
  'carrier_import_rows.result': 'CarrierRowResult',
  'carrier_imports.failure': 'CarrierImportFailure',
  'carrier_imports.mapping': 'CarrierMapping',
  'carrier_imports.record_types': 'CarrierRecordType[]',
  'carrier_imports.state': 'CarrierImportState',
  'carrier_mappings.mapping': 'CarrierMapping',
  'carrier_records.direction': 'CarrierDirection',
  'carrier_records.outcome': 'CarrierOutcome',
  'carrier_records.record_type': 'CarrierRecordType',
  'client_keys.algorithm': 'KeyAlgorithm',
  'clients.locale': 'Locale',
  'custody_events.actor_kind': 'ActorKind',
  'custody_events.details': 'JsonObject',
  'destructions.rule': 'RetentionRule',
  'device_changes.field': 'DeviceChangeField',
  'device_commands.params': 'JsonObject',
  'device_telemetry.applications': 'JsonObject[]',
  'device_logs.log_level': 'LogLevel',
  'device_telemetry.telemetry': 'JsonObject',
  'devices.install_state': 'DeviceInstallState',
  'devices.shared_serial_reason': 'SharedSerialReason',
  'devices.device_info': 'JsonObject',
  'devices.former_phone_numbers': 'FormerPhoneNumber[]',
  'devices.phone_numbers': 'VerifiedPhoneNumber[]',
  'downloads.caller_kind': 'ExportCallerKind',
  'exports.caller_kind': 'ExportCallerKind',
  'exports.form': 'ExportForm',
  'exports.format': 'ExportFormat',
  'exports.list': 'ExportedList',
  'exports.params': 'JsonObject',
  'exports.query': 'JsonObject',
  'identity_records.payload': 'JsonObject',
  'latest_telemetry.telemetry': 'JsonObject',
  'notifications.condition': 'AlertConditionName',
  'notifications.condition_values': 'AlertValues',
  'legal_holds.target_type': 'HeldTargetType',
  'payload_amendments.after': 'AmendedDetails',
  'payload_amendments.before': 'AmendedDetails',
  'payloads.amendments': 'PayloadAmendments',
  'payloads.direction': 'Direction',
  'payloads.media': 'PayloadMedia',
  'payloads.meta': 'PayloadMeta',
  'payloads.numbers': 'PhoneNumberOrNull[]',
  'payloads.unusual': 'UnusualMark[]',
  'portal_configs.monitoring': 'Monitoring',
  'retention_policies.entities': 'RetentionEntry[]',
  'retention_policies.payloads': 'PayloadRetentionEntry[]',
  'retention_policies.settings': 'RetentionSettings',
  'retention_runs.kind': 'RetentionRunKind',
  'retention_runs.ahead': 'RetentionAhead',
  'retention_runs.position': 'RunPosition',
  'retention_runs.report': 'RetentionReport',
  'retention_runs.state': 'RetentionRunState',
  'review_queue_items.state': 'ReviewItemState',
  'matter_feeds.ending': 'MatterFeedEnding',
  'matter_feeds.filter': 'PayloadQueueFilter',
  'matter_feeds.position': 'FeedPosition',
  'review_draws.left_out': 'DrawLeftOut',
  'review_queues.filter': 'PayloadQueueFilter',
  'review_queues.sample': 'ReviewSample',
  'review_queues.repeats': 'QueueRepetition',
  'review_queues.draws_stopped': 'DrawStop',
  'role_drafts.change': 'RoleDraftChange',
  'role_drafts.kind': 'RoleDraftKind',
  'role_drafts.role': 'RoleFields',
  'role_drafts.role_versions': 'RoleVersions',
  'role_drafts.state': 'RoleDraftState',
  'role_versions.fields': 'RoleFields',
  'roles.alert_permissions': 'AlertPermissions',
  'roles.payload_types': 'PayloadType[]',
  'roles.permissions': 'Permission[]',
  'roles.test_cases': 'RoleTestCase[]',
  'saved_views.search': 'ViewSearch',
  'sequence_gaps.reason': 'GapReason',
  'sequence_gaps.state': 'GapState',
  'support_access.approval_state': 'SupportAccessApprovalState',
  'payload_verifications.state': 'VerificationState',
  'payload_words.word': 'WordHash',
  'payload_words.word_of_all_groups': 'WordHash',
  'search_vocabulary.bucket': 'WordHash',
  'search_vocabulary.entry': 'WordHash',
  'legacy_migrations.code_counts': 'MigrationCodeCounts',
  'legacy_migrations.columns': 'MigrationColumns',
  'legacy_migrations.migration_state': 'MigrationState',
  'legacy_migrations.place': 'JsonObject',
  'legacy_migrations.reconciliation': 'StoredReconciliation',
  'legacy_migrations.signatures': 'MigrationSignature[]',
  'legacy_migration_payloads.code': 'MigrationResultCode',
  'legacy_migration_payloads.payload_type': 'PayloadTypeOrNone',
  'legacy_reconciliation_counts.payload_type': 'PayloadTypeOrNone',
  'legacy_reconciliation_rows.grain': 'ReconciliationGrain',
  'legacy_reconciliation_rows.payload_type': 'PayloadTypeOrNone',
  'legacy_reconciliation_rows.reasons': 'ReconciliationReason[]',
  'legacy_reconciliation_rows.sample': 'ReconciledSample',
  'legacy_reconciliation_rows.stated_by': 'StatedBy',
  'legacy_migration_rows.cells': 'MigrationCells',
  'legacy_migration_rows.code': 'MigrationResultCode',
  'legacy_migration_rows.kind': 'MigrationFileKind',
  'transfer_configs.metadata_format': 'MetadataFormat',
  'transfer_configs.params': 'TransferParams',
  'transfer_configs.payload_types': 'TransferablePayloadType[]',
  'transfer_configs.transfer_file_format': 'TransferFileFormat',
  'transfer_configs.transfer_type': 'TransferType',
  'transfer_attempts.check': 'TransferCheck',
  'transfer_attempts.state': 'TransferState',
  'transfer_files.check': 'TransferCheck',
  'transfer_files.kind': 'TransferFileKind',
  'report_mails.omission': 'ReportOmission',
  'report_mails.state': 'ReportMailState',
  'reports.every': 'ReportInterval',
  'reports.kind': 'ReportKind',
  'reports.stop_reason': 'ReportStop',
  'transfer_files.state': 'TransferState',
  'transfer_items.left_out_reason': 'LeftOutReason',
  'transfer_items.outcome': 'TransferOutcome',
  'transfers.state': 'TransferState',
  'webhook_deliveries.event_type': 'DeliveredType',
  'webhook_deliveries.last_outcome': 'DeliveryOutcome',
  'webhook_deliveries.state': 'DeliveryState',
  'webhooks.event_types': 'WebhookEventType[]',
  'word_indexes.state': 'WordIndexState',
}

/** Comments on tables and columns. */
const remarks: Record<string, string> = {
  alerts: 'Episodes of what somebody should look at; see migrations/0130-alerts.ts.',
  alert_occurrences: 'The first 100 and the last 100 occurrences of an alert.',
  'alerts.quiet_since': 'When the cause went away, of conditions that wait before they end an alert.',
  alert_tellings: 'Whom the product has told of which alert; see migrations/0136-telling-of-alerts.ts.',
  payload_arrivals: 'The order in which recordings became ready; see migrations/0160-transfers.ts.',
  report_mails: 'An e-mail for each recipient and time of a report; see migrations/0180-reports.ts.',
  webhook_deliveries: 'Events on their way to webhooks; see migrations/0137-webhooks.ts.',
  carrier_records: 'Records of carriers beside their recordings; see migrations/0104-carrier-records.ts.',
  access_reviews: 'Lists of who had access to a group; see migrations/0068-access-reviews.ts.',
  access_review_items: 'Their rows.',
  access_review_decisions: 'What was decided on each row.',
  access_review_schedules: 'Whose access is reviewed at intervals, and by whom.',
  access_history: 'What decides access, as it was before each change; see migrations/0067-access-history.ts.',
  'access_history.before': 'Null for what did not exist.',
  access_requests: 'What people asked for that they were refused; see migrations/0065-access-requests.ts.',
  account_defaults: 'See core/authorization/account-limit.ts.',
  account_settings: 'What an account chooses for everybody in it; no row while these are the defaults.',
  comment_versions: 'What a comment said before a change; see migrations/0019-comments.ts.',
  conversations: 'Which messages there are in each thread; see migrations/0024-conversations.ts.',
  'conversations.device_user_reference': "'' without a device user.",
  'conversations.numbers': 'Of its messages, at most 100.',
  account_statistics: 'What was counted of an account for the provider; see migrations/0134-statistics.ts.',
  'account_statistics.all_days_as_of': 'When the days were counted that are older than those of each run.',
  service_statistics: "By service; '' is for recordings that need none.",
  daily_statistics:
    "By day of UTC and service: '' as above, '*' for the whole account. The day '-infinity' counts all days. The provider's own account has the sums of all customers.",
  stored_bytes: 'Sealed bytes by type, in slots; see migrations/0133-stored-bytes.ts.',
  installation_parts: 'Whether a part of the installation answered when it was checked last.',
  deleted_groups:
    'The last tags of deleted groups: creating a group of the same name again must not give its creator more access.',
  device_changes: 'What changed of each device; see migrations/0093-device-changes.ts.',
  device_resets: 'When devices lost what they had not delivered; see migrations/0103-device-resets.ts.',
  device_configurations: "The account's settings for all its devices; no row while these are the defaults.",
  derived_media: 'What is made from recordings to look at or listen to; see migrations/0023-derived-media.ts.',
  'devices.deactivated_by': 'The person who deactivated it; null if it was deactivated because it was silent.',
  'devices.held_since': 'When its current holder got it; null if nobody held it before.',
  phone_number_periods: 'Who had which number when; see migrations/0095-phone-number-periods.ts.',
  former_holders: 'Who held a device before its current holder; see migrations/0007-former-holders.ts.',
  indexed_texts: 'Which words payload_words has of a message, or of the comments on a recording.',
  media_backlog: 'Recordings whose parts wait to be made; see modules/derived-media/media-backlog.ts.',
  message_batches: 'Messages that one job processes; see modules/processing/message-batches.ts.',
  'message_batches.is_under_way':
    'Set before a pass over the messages, cleared after it: if it is set when the job runs again, its worker died.',
  objects_without_rows: 'Objects of an account that no row references.',
  payload_contents: 'Sealed bytes that are too small for an object; see modules/payloads/stored-content.ts.',
  'payload_contents.part': "'original': what the handset sealed.",
  payload_amendments:
    'What people corrected of each recording, before and after; see migrations/0054-payload-amendments.ts.',
  'payload_contents.place': 'Number among the parts of the same name, from 0.',
  playbacks: 'What was sent to each player, and how long it says it played; see migrations/0032-playbacks.ts.',
  'payloads.amendments': 'What people corrected; see `payload_amendments`.',
  'payloads.damaged_at': 'Since when its stored bytes are known to be damaged or missing.',
  'payloads.is_commented': 'Whether it has a comment that is not closed.',
  'payloads.is_content_in_table': 'Its sealed bytes are in `payload_contents`; otherwise at `s3_path`, if that is set.',
  'payloads.thread_id': 'The conversation of a message; see migrations/0024-conversations.ts.',
  'payloads.lost_passes': 'How often a worker ended while this was the only payload that it processed.',
  object_locks: 'Locks of objects in the store, as it says; see migrations/0182-object-locks.ts.',
  'portal_users.has_default_role':
    "No roles were assigned: the account's default role applies, whichever it is at the time.",
  review_counters: 'How many recordings each person marked, by UTC day; see migrations/0051-reviews.ts.',
  review_marks: 'Who reviewed each recording, and what came of it; see migrations/0051-reviews.ts.',
  review_withdrawals: 'Marks that their reviewers withdrew; see migrations/0071-undealt-and-withdrawn-reviews.ts.',
  review_draws: 'Draws of review queues that repeat; see migrations/0178-repeating-queues.ts.',
  'review_queue_items.draw':
    'The draw it is of; null in queues that are drawn once, and for recordings that people added.',
  review_queue_items: 'Recordings that somebody reviews; see migrations/0052-review-queues.ts.',
  'review_queue_items.place': 'In the order in which they were drawn.',
  sequence_gaps: 'Which recordings are missing; see migrations/0102-sequence-gaps.ts.',
  role_assignments: 'Roles that people have for a time; see migrations/0059-role-assignments.ts.',
  'role_drafts.role_reference': 'What is changed: of drafts of other kinds the group, tag, app, person or account.',
  'role_drafts.role_versions': 'The versions of the roles that the change gives, when it was handed over.',
  role_drafts: 'Changes that wait for a decision, and decided ones; see migrations/0060-role-drafts.ts and 0069.',
  role_versions: 'What a role was before a change; see migrations/0058-role-versions.ts.',
  'saved_views.role_reference':
    'Everybody with this role sees the view, as long as its owner has the role; null: only the owner.',
  store_sweeps: 'Progress of a sweep of an account; see modules/store-sweeps.',
  'store_sweeps.completed_at': 'Null while it is running.',
  'store_sweeps.place': "The last key that was swept; '' at the beginning.",
  'device_activities.duration': 'Milliseconds.',
  'user_activities.duration': 'Milliseconds.',
}

interface Column {
  table: string
  name: string
  type: string
  is_required: boolean
  has_default: boolean
  is_computed: boolean
}

/** Kysely's own tables, and the installation's record, which the login roles can't read. */
const withoutTypes = ['installation', 'migration_lock', 'migrations']

/** The text of generated-tables.ts for a migrated database. */
export const tableTypes = async (owner: Client): Promise<string> => {
  const { rows } = await owner.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as is_required,
       a.atthasdef as has_default, a.attgenerated <> '' as is_computed
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
       and a.attnum > 0 and not a.attisdropped
     order by c.relname, a.attnum`,
    [withoutTypes],
  )
  assertUsed(rows)
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(
    ([table, columns]) =>
      `${remark(table, '  ')}  ${table}: {\n${columns.map((column) => property(column)).join('')}  }\n`,
  )
  return `// Generated by \`npm run tables\` from the migrations.
import type * as Column from './column-types.ts'

export interface Tables {
${tables.join('')}}
`
}

/** Finds misspelt names, and entries for tables and columns that were removed. */
const assertUsed = (columns: readonly Column[]): void => {
  const names = new Set(columns.flatMap(({ table, name }) => [table, `${table}.${name}`, `*.${name}`]))
  const unused = [...Object.keys(columnTypes), ...Object.keys(remarks)].filter((name) => !names.has(name))
  if (unused.length > 0)
    throw new Error(`scripts/table-types.ts names tables or columns that do not exist: ${unused.join(', ')}`)
}

const remark = (name: string, indent: string): string => (remarks[name] ? `${indent}/** ${remarks[name]} */\n` : '')

const property = (column: Column): string =>
  `${remark(`${column.table}.${column.name}`, '    ')}    ${column.name}: ${typeOf(column)}\n`

const typeOf = ({ table, name, type, is_required, has_default, is_computed }: Column): string => {
  const own = columnTypes[`${table}.${name}`] ?? columnTypes[`*.${name}`]
  const isOptional = !is_required
  if (type === 'timestamp with time zone') return isOptional ? 'Column.MaybeTime' : 'Column.Time'
  if (type === 'jsonb') {
    if (!own) throw new Error(`Add the type of the JSON in ${table}.${name} to columnTypes in scripts/table-types.ts`)
    return `Column.${isOptional ? 'MaybeJson' : has_default ? 'DefaultJson' : 'Json'}<Column.${own}>`
  }
  const read = own ? `Column.${own}` : readTypes[type]
  if (!read)
    throw new Error(`Add the PostgreSQL type ${type} of ${table}.${name} to readTypes in scripts/table-types.ts`)
  if (is_computed) return `Column.Computed<${read}${isOptional ? ' | null' : ''}>`
  if (isOptional) return `Column.Maybe<${read}>`
  return has_default ? `Column.Default<${read}>` : read
}
