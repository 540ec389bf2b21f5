/** How a migration reads the columns of tables whose titles are not those of docs/migration.md. */
import { type Static, Type } from 'typebox'
import { closed, nullable } from './nullable.ts'

/** The columns of a recording's metadata. */
export const migrationMetaColumns = [
  'content_type',
  'direction',
  'duration',
  'full_duration',
  'end_time',
  'second_parties',
  'message_parties',
  'timezone',
  'local_time',
  'imeis',
  'imsi',
  'message_id',
  'thread_id',
  'length',
  'notes',
  'reason_for_blocking',
  'voice_source',
] as const

/** The columns that are read of each table of an export (docs/migration.md). Others are kept with the row. */
export const migrationTableColumns = {
  groups: ['group_reference', 'tags'],
  users: [
    'device_user_reference',
    'group',
    'services',
    'expected_device_count',
    'email',
    'first_name',
    'surname',
    'is_active',
    'onboard_date',
    'offboard_date',
  ],
  devices: [
    'device_reference',
    'device_user_reference',
    'group',
    'services',
    'imeis',
    'model',
    'os_version',
    'app_version',
    'legacy_phone_number',
    'activated_at',
    'deactivation_date',
    'is_deactivated',
  ],
  payloads: [
    'reference',
    'payload_type',
    'payload_time',
    'device_user_reference',
    'device_reference',
    'numbers',
    'state',
    'content_file',
    'content_sha256',
    ...migrationMetaColumns,
  ],
  totals: ['device_user_reference', 'group', 'month', 'day', 'payload_type', 'payloads', 'seconds', 'bytes'],
} as const
export type MigrationTable = keyof typeof migrationTableColumns

/** Names that are read like the name of a column: by table and name in the file. */
export const migrationColumnAliases: Readonly<Record<string, string>> = {
  'groups.group': 'group_reference',
  'devices.phone_number': 'legacy_phone_number',
  'devices.serial_number': 'device_reference',
  'payloads.payload_reference': 'reference',
  'payloads.content': 'content_file',
  'payloads.file': 'content_file',
  'payloads.payload_state': 'state',
}

const columnsOfTable = Type.Record(
  Type.String({ minLength: 1, maxLength: 100 }),
  nullable(Type.String({ minLength: 1, maxLength: 100 })),
  { maxProperties: 200 },
)

export const MigrationColumns = Type.Object(
  {
    groups: Type.Optional(columnsOfTable),
    users: Type.Optional(columnsOfTable),
    devices: Type.Optional(columnsOfTable),
    payloads: Type.Optional(columnsOfTable),
    totals: Type.Optional(columnsOfTable),
  },
  {
    ...closed,
    title: 'MigrationColumns',
    description:
      'By table: the name of a column in the file, and the column of Holdfast that it is; null: it is not read. Columns that are not named here are read by their names',
  },
)
export type MigrationColumns = Static<typeof MigrationColumns>
