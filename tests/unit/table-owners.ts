import type { Tables } from '../../apps/server/src/platform/database/index.ts'

/**
 * The folder of apps/server/src that owns each table: all SQL of the table stands there, and others call its functions.
 * table-owners.test.ts checks it.
 */
export const tableOwners = {
  access_history: 'platform/database',
  access_review_decisions: 'modules/access-reviews',
  access_review_items: 'modules/access-reviews',
  access_review_schedules: 'modules/access-reviews',
  access_reviews: 'modules/access-reviews',
  access_requests: 'modules/access-requests',
  access_versions: 'core/authorization',
  account_defaults: 'core/authorization',
  account_secrets: 'core/accounts',
  account_settings: 'modules/account-settings',
  carrier_arrivals: 'modules/carrier-records',
  carrier_counts: 'modules/carrier-records',
  carrier_coverage: 'modules/carrier-records',
  carrier_file_parts: 'modules/carrier-records',
  carrier_import_rows: 'modules/carrier-records',
  carrier_imports: 'modules/carrier-records',
  carrier_mappings: 'modules/carrier-records',
  carrier_records: 'modules/carrier-records',
  carrier_windows: 'modules/carrier-records',
  client_apps: 'modules/client-apps',
  client_keys: 'core/accounts',
  clients: 'core/accounts',
  comment_versions: 'modules/comments',
  comments: 'modules/comments',
  conversations: 'modules/conversations',
  custody_events: 'platform/database',
  deleted_groups: 'modules/groups',
  derived_media: 'modules/derived-media',
  device_activities: 'core/activities',
  device_changes: 'modules/devices',
  completeness_statements: 'modules/completeness-statements',
  device_commands: 'modules/device-commands',
  device_configurations: 'modules/devices',
  device_logs: 'modules/device-logs',
  device_telemetry: 'modules/telemetry',
  device_resets: 'modules/devices',
  device_users: 'modules/device-users',
  former_secret_devices: 'modules/devices',
  one_time_codes: 'modules/enrolment',
  devices: 'modules/devices',
  enrolment_ulids: 'modules/devices',
  downloads: 'modules/downloads',
  exports: 'modules/exports',
  former_holders: 'modules/devices',
  gps: 'modules/gps',
  groups: 'modules/groups',
  identity_people: 'core/identity',
  identity_providers: 'core/identity',
  identity_records: 'core/identity',
  indexed_texts: 'modules/words',
  latest_telemetry: 'modules/telemetry',
  media_backlog: 'modules/derived-media',
  message_batches: 'modules/processing',
  notification_settings: 'modules/notifications',
  notifications: 'modules/notifications',
  objects_without_rows: 'modules/uploads',
  parties: 'modules/payloads',
  party_parts: 'modules/payloads',
  payload_contents: 'modules/payloads',
  payload_counters: 'modules/payloads',
  payload_metrics: 'modules/metrics',
  payload_numbers: 'modules/payloads',
  payload_amendments: 'modules/payloads',
  payload_receipts: 'modules/payloads',
  payload_verifications: 'modules/verifications',
  payload_words: 'modules/words',
  payloads: 'modules/payloads',
  phone_number_periods: 'modules/devices',
  personal_numbers: 'modules/personal-numbers',
  playbacks: 'modules/playback',
  portal_configs: 'modules/portal-config',
  portal_users: 'modules/portal-users',
  review_counters: 'modules/reviews',
  review_marks: 'modules/reviews',
  review_queue_items: 'modules/reviews',
  review_queues: 'modules/reviews',
  review_withdrawals: 'modules/reviews',
  role_assignments: 'modules/portal-users',
  role_drafts: 'modules/role-drafts',
  role_versions: 'modules/roles',
  roles: 'modules/roles',
  saved_views: 'modules/saved-views',
  search_vocabulary: 'modules/words',
  sequence_gaps: 'modules/completeness',
  store_sweeps: 'modules/store-sweeps',
  support_access: 'modules/support-access',
  tag_definitions: 'modules/tags',
  terms_acceptances: 'modules/session',
  upload_parts: 'modules/uploads',
  user_activities: 'core/activities',
  word_indexes: 'modules/words',
} as const satisfies Record<keyof Tables, string>

interface Exception {
  folder: string
  tables: readonly (keyof Tables)[]
  reason: string
}

/** Folders with SQL of tables that they do not own. */
export const exceptions: readonly Exception[] = [
  {
    folder: 'core/authorization',
    tables: [
      'client_apps',
      'clients',
      'devices',
      'groups',
      'portal_users',
      'role_assignments',
      'roles',
      'support_access',
      'terms_acceptances',
    ],
    reason:
      'It reads who calls and what they may do, with every call and in as few statements as possible, and ends sessions. core can import no module.',
  },
  {
    folder: 'core/installation',
    tables: ['account_secrets', 'client_keys', 'payloads'],
    reason:
      'Before anything is opened, it compares database, keys and object store as the owner of the database, without an account.',
  },
  {
    folder: 'modules/device-users',
    tables: ['devices'],
    reason:
      'The list of people with fewer devices than expected is one statement. devices imports device-users, because a device has the group of its user.',
  },
  {
    folder: 'modules/devices',
    tables: ['device_users', 'groups'],
    reason:
      'When a device registers recordings, one statement reads it with its user, and one finds the former holders of all recordings with their groups.',
  },
  {
    folder: 'modules/groups',
    tables: ['tag_definitions'],
    reason:
      'Tags of groups are checked against the definitions. tags imports groups, because a definition changes groups.',
  },
]
