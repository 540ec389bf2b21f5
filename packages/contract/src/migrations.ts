import { type Static, Type } from 'typebox'
import { changeFields, settingFields } from './entity-fields.ts'
import { Ulid } from './fields.ts'
import { MigrationResultCode } from './migration-results.ts'
import { nullable } from './nullable.ts'
import { Timestamp } from './times.ts'
import { transitions } from './transitions.ts'

export const migrationStates = ['Pending', 'Quarantined', 'Migrated', 'PartialFail', 'Failed'] as const
export const MigrationState = Type.Enum(migrationStates)
export type MigrationState = Static<typeof MigrationState>

const Count = Type.Integer({ minimum: 0 })

export const MigrationRow = Type.Object({
  row: Type.Integer({ minimum: 1 }),
  reference: nullable(Type.String()),
  code: MigrationResultCode,
  message: nullable(Type.String()),
})

export const LegacyMigration = Type.Object(
  {
    migration_id: Ulid,
    file_name: Type.String(),
    is_dry_run: Type.Boolean(),
    migration_state: MigrationState,
    statistics: Type.Object({ rows: Count, imported: Count, warnings: Count, errors: Count }),
    imported: Type.Array(MigrationRow),
    warnings: Type.Array(MigrationRow),
    import_errors: Type.Array(MigrationRow),
    error_message: nullable(Type.String()),
    started_at: Timestamp,
    finished_at: nullable(Timestamp),
    ...changeFields,
  },
  { title: 'LegacyMigration', description: "A run over one file of the legacy platform's export." },
)
export type LegacyMigration = Static<typeof LegacyMigration>

export const AccountMigrationConfig = Type.Object(
  {
    ...settingFields,
    disable_onboarding: Type.Boolean(),
    disable_offboarding: Type.Boolean(),
    disable_payloads: Type.Boolean(),
  },
  { title: 'AccountMigrationConfig', description: 'What a migration must leave alone.' },
)
export type AccountMigrationConfig = Static<typeof AccountMigrationConfig>

/** A run ends once; a retry is another run. */
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
