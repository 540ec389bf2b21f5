/** Migrations: importing what a legacy recording platform exported (docs/migration.md). */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Author, changeFields, settingFields } from './entity-fields.ts'
import { hiddenCharacters, text, Ulid, UserReference } from './fields.ts'
import { limits } from './limits.ts'
import { mayField } from './may.ts'
import { MigrationColumns } from './migration-columns.ts'
import { MigrationReconciliation, MigrationReconciliationRow, ReconciliationGrain } from './migration-reconciliation.ts'
import { MigrationResultCode } from './migration-results.ts'
import { MigrationSentence } from './migration-sentences.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { anyOf } from './reference-lists.ts'
import { DateParameter, Timestamp, TimeZone } from './times.ts'
import { transitions } from './transitions.ts'
import { expectedVersion, Version } from './versions.ts'

export const migrationStates = ['Pending', 'Quarantined', 'Migrated', 'PartialFail', 'Failed'] as const
export const MigrationState = Type.Enum(migrationStates, {
  description:
    'Pending: waits or runs. Quarantined: the scanner found something in a file, so no row was imported since. Migrated: every row is there. PartialFail: some rows ended with errors. Failed: it could not be read, or was stopped before its end',
})
export type MigrationState = Static<typeof MigrationState>

const Count = Type.Integer({ minimum: 0 })

/** The files of an export, in the order in which they are read. */
export const migrationFileKinds = [
  'groups',
  'users',
  'devices',
  'payloads',
  'sms_backup',
  'recorder',
  'totals',
  'media',
] as const
export const MigrationFileKind = Type.Enum(migrationFileKinds, {
  description:
    'groups, users, devices, payloads: tables as CSV or NDJSON. sms_backup: XML of SMS Backup & Restore. recorder: sound named by an Android recorder. totals: a table of how much the source holds. media: content that a row of payloads names',
})
export type MigrationFileKind = Static<typeof MigrationFileKind>

export const CodeCount = Type.Object({ code: MigrationResultCode, rows: Count })
export type CodeCount = Static<typeof CodeCount>

export const MigrationSignature = Type.Object(
  { by: UserReference, at: Timestamp, note: Type.String() },
  { title: 'MigrationSignature', description: 'A person accepted what was imported as it was reconciled.' },
)
export type MigrationSignature = Static<typeof MigrationSignature>

export const LegacyMigration = Type.Object(
  {
    migration_id: Ulid,
    folder: Type.String({ description: 'Where the export was read, within the migration folder of the account' }),
    source: Type.String({ description: 'The legacy system: with its references, it identifies what was imported' }),
    is_dry_run: Type.Boolean({
      description: 'true: nothing was written; the codes are those that a run would end with',
    }),
    time_zone: Type.String({ description: 'Of local times in the export' }),
    migration_state: MigrationState,
    is_stopped: Type.Boolean({ description: 'Somebody stopped it; it can go on where it was' }),
    statistics: Type.Object({
      files: Count,
      rows: { ...Count, description: 'Rows read so far. imported + warnings + errors = rows' },
      imported: Count,
      warnings: Count,
      errors: Count,
      repairs: { ...Count, description: 'Texts that were repaired, such as halves of emoji written apart' },
      bytes: { ...Count, description: 'Of media that were sealed' },
      bytes_read: { ...Count, description: 'Of the files, for the progress' },
      bytes_total: Count,
    }),
    imported: Type.Array(CodeCount),
    warnings: Type.Array(CodeCount),
    import_errors: Type.Array(CodeCount),
    error_message: nullable(Type.String()),
    columns: nullable(MigrationColumns),
    is_reconciling: Type.Boolean({ description: 'A job compares what the source holds with what arrived' }),
    reconciliation: nullable(MigrationReconciliation),
    signatures: Type.Array(MigrationSignature, {
      description: 'None, one or two, of different people, in their order',
    }),
    is_removing_export: Type.Boolean({ description: 'A job removes the files of its export' }),
    export_removed_at: nullable(Timestamp),
    export_removed_by: nullable(Author),
    started_at: nullable(Timestamp),
    finished_at: nullable(Timestamp),
    created_at: Timestamp,
    ...changeFields,
    ...mayField(['stop', 'resume', 'reconcile', 'sign_off', 'remove_export']),
  },
  { title: 'LegacyMigration', description: "A run over a folder of the legacy platform's export." },
)
export type LegacyMigration = Static<typeof LegacyMigration>

/** The cells of a row by their columns. */
export const MigrationCells = Type.Record(Type.String(), Type.String())
export type MigrationCells = Static<typeof MigrationCells>

/** The number of rows that ended with each result code. */
export type MigrationCodeCounts = Partial<Record<MigrationResultCode, number>>

export const MigrationRow = Type.Object(
  {
    file_name: Type.String(),
    row_number: Type.Integer({ minimum: 1, description: 'Within its file, the title not counted' }),
    kind: MigrationFileKind,
    reference: nullable(Type.String()),
    code: MigrationResultCode,
    message: nullable(Type.String({ description: 'What was wrong, and how to mend it, in English' })),
    sentences: Type.Array(MigrationSentence, { description: 'The sentences of the message, for other languages' }),
    cells: nullable({ ...MigrationCells, description: 'The row as it was read' }),
  },
  { title: 'MigrationRow', description: 'A row that ended with a warning or an error.' },
)
export type MigrationRow = Static<typeof MigrationRow>

const accountMigrationFields = {
  disable_onboarding: Type.Boolean(),
  disable_offboarding: Type.Boolean(),
  disable_payloads: Type.Boolean(),
}

export const AccountMigrationConfig = Type.Object(
  { ...settingFields, ...accountMigrationFields, version: Version },
  { title: 'AccountMigrationConfig', description: 'What a migration must leave alone.' },
)
export type AccountMigrationConfig = Static<typeof AccountMigrationConfig>

/** A run ends once; repeating it is another run. */
export const migrationTransitions = transitions<MigrationState>(
  {
    Pending: ['Quarantined', 'Migrated', 'PartialFail', 'Failed'],
    Quarantined: [],
    Migrated: [],
    PartialFail: [],
    Failed: [],
  },
  'migration.illegal_transition',
)

export const getAccountMigration = call({
  catalogue: 'client',
  method: 'GET',
  path: '/account/migration',
  summary: 'Reads what migrations must leave alone.',
  action: 'migrations:read',
  response: AccountMigrationConfig,
})

export const putAccountMigration = call({
  catalogue: 'client',
  method: 'PUT',
  path: '/account/migration',
  summary: 'Replaces what migrations must leave alone. A run that is under way notices it at its next rows.',
  action: 'migrations:write',
  body: Type.Object({ ...expectedVersion, ...accountMigrationFields }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: AccountMigrationConfig,
  audit: 'migration.settings_updated',
  errors: ['edit.conflict'],
})

const ofMigrations = { catalogue: 'client', path: '/migrations' } as const

export const listMigrations = call({
  ...ofMigrations,
  method: 'GET',
  summary: 'Lists migrations, the newest first.',
  action: 'migrations:read',
  query: listQuery({
    migration_ids: anyOf(Ulid),
    migration_states: anyOf(MigrationState),
    is_dry_run: Type.Optional(Type.Boolean()),
    date_from: Type.Optional(DateParameter),
    date_to: Type.Optional(DateParameter),
  }),
  response: listOf(LegacyMigration),
  errors: ['list.bad_last_key'],
})

const own = { catalogue: 'client', beyondSpecification: true } as const

/** A folder of the account's migration folder, and the legacy system: names that are safe in every store. */
export const MigrationFolder = Type.String({
  rule: 'MigrationFolder',
  minLength: 1,
  maxLength: 60,
  pattern: '^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$',
})
/** No path. Bidirectional control characters would show another ending, and a name of spaces and dots alone shows nothing. */
export const MigrationFileName = Type.String({
  rule: 'MigrationFileName',
  minLength: 1,
  maxLength: 255,
  pattern: `^(?!.*\\.\\.)(?=.*[^\\s\\p{Cf}.])[^/\\\\\\p{Zl}\\p{Zp}${hiddenCharacters.slice(1, -1)}]+$`,
})

export const MigrationExport = Type.Object(
  {
    folder: MigrationFolder,
    files: Type.Array(
      Type.Object({
        file_name: Type.String(),
        kind: nullable(MigrationFileKind),
        bytes: Count,
        columns: nullable(
          Type.Array(Type.String(), {
            description:
              'The title row of a table as CSV, of at most 200 columns; null for other files, for a title longer than 64 KiB, and beyond the first 20 tables of a folder',
          }),
        ),
      }),
      { description: 'Tables and backups first; at most 100' },
    ),
    file_count: Count,
    bytes: Count,
  },
  { title: 'MigrationExport', description: 'A folder with an export that can be migrated.' },
)
export type MigrationExport = Static<typeof MigrationExport>

export const listMigrationExports = call({
  ...own,
  method: 'GET',
  path: '/migration_exports',
  summary: 'Lists the folders that can be migrated, by name.',
  action: 'migrations:read',
  query: listQuery({ folders: anyOf(MigrationFolder) }),
  response: listOf(MigrationExport),
  errors: ['list.bad_last_key'],
})

/** Bytes of one part of a file that is uploaded; several GB go as many parts. */
export const maxMigrationPartBytes = 64 * 1024 * 1024

export const uploadMigrationPart = call({
  ...own,
  method: 'PUT',
  path: '/migration_exports/{folder}',
  summary: 'Stores one part of a file of an export, sealed. Repeating a part replaces it.',
  action: 'migrations:write',
  params: Type.Object({ folder: MigrationFolder }, closed),
  query: Type.Object(
    {
      file_name: MigrationFileName,
      part: Type.Integer({ minimum: 1, maximum: 10_000 }),
      parts: Type.Integer({ minimum: 1, maximum: 10_000, description: 'How many parts the file has' }),
    },
    closed,
  ),
  bodyKind: 'stream',
  responseKind: 'empty',
  audit: 'migration.part_uploaded',
  errors: ['request.malformed', 'migration.part_too_large', 'migration.running', 'migration.export_removed'],
})

export const startMigration = call({
  ...ofMigrations,
  ...own,
  method: 'POST',
  summary: 'Migrates a folder, or tells in a dry run what a run would do. What was imported before changes nothing.',
  action: 'migrations:write',
  body: Type.Object(
    {
      folder: MigrationFolder,
      source: MigrationFolder,
      is_dry_run: Type.Boolean(),
      time_zone: TimeZone,
      columns: Type.Optional(nullable(MigrationColumns)),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: LegacyMigration,
  audit: 'migration.started',
  errors: [
    'migration.no_export',
    'migration.export_removed',
    'migration.running',
    'migration.bad_columns',
    'notification.bad_time_zone',
  ],
})

const ofOne = { ...own, params: Type.Object({ migration_id: Ulid }, closed) } as const

export const changeMigration = call({
  ...ofOne,
  method: 'POST',
  path: '/migrations/{migration_id}',
  summary:
    'Stops a migration after its present rows, lets it go on, reconciles it once more, signs it off, or removes the files of its export.',
  action: 'migrations:write',
  body: Type.Object(
    {
      operation: Type.Enum(['stop', 'resume', 'reconcile', 'sign_off', 'remove_export'], {
        description:
          'reconcile: compares what the source holds with what arrived, and draws a sample. sign_off: accepts the result; two different people do so. remove_export: removes the files of its folder from the store for good, once two people have signed',
      }),
      note: Type.Optional({ ...text(1000, 1), description: 'Of sign_off, which needs one' }),
      sample_size: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 500,
          description: 'Of reconcile: how many recordings to open, 20 by default',
        }),
      ),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: LegacyMigration,
  audit: 'migration.changed',
  errors: [
    'request.not_found',
    'request.malformed',
    'migration.illegal_transition',
    'migration.not_reconciled',
    'migration.signed_by_same',
    'migration.not_a_person',
    'migration.not_signed',
    'migration.export_in_use',
    'migration.export_changed',
    'migration.export_held',
    'migration.export_removed',
  ],
})

export const listMigrationRows = call({
  ...ofOne,
  method: 'GET',
  path: '/migrations/{migration_id}/rows',
  summary: 'Lists the rows of a migration that ended with a warning or an error, in their order.',
  action: 'migrations:read',
  query: listQuery({ codes: anyOf(MigrationResultCode), file_names: anyOf(MigrationFileName) }),
  response: listOf(MigrationRow),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const listMigrationReconciliation = call({
  ...ofOne,
  method: 'GET',
  path: '/migrations/{migration_id}/reconciliation',
  summary: 'Lists what the source holds beside what arrived, by one grain, or the sample that was opened.',
  action: 'migrations:read',
  query: listQuery({
    grain: Type.Optional(ReconciliationGrain),
    differences_only: Type.Optional(Type.Boolean({ description: 'Leaves out rows without a difference' })),
  }),
  response: listOf(MigrationReconciliationRow),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const migrationCalls = {
  getAccountMigration,
  putAccountMigration,
  listMigrations,
  listMigrationExports,
  uploadMigrationPart,
  startMigration,
  changeMigration,
  listMigrationRows,
  listMigrationReconciliation,
}
