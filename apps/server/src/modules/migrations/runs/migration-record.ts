import {
  type LegacyMigration,
  type MigrationCodeCounts,
  type MigrationResultCode,
  migrationResultCodes,
  migrationResults,
  ProductError,
} from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { Tables, TenantTransaction } from '../../../platform/database/index.ts'

export type MigrationRecord = Selectable<Tables['legacy_migrations']>

const successes: ReadonlySet<string> = new Set([
  ...migrationResults.device_successes,
  ...migrationResults.payload_successes,
])
const warnings: ReadonlySet<string> = new Set([
  ...migrationResults.device_warnings,
  ...migrationResults.payload_warnings,
])

/** Rows that brought a recording, or changed it. */
export const storingCodes: readonly MigrationResultCode[] = [
  'PayloadCreated',
  'RecordedPayloadCreated',
  'PayloadUpdated',
  'PersonalPayloadCreated',
  'PersonalPayloadUpdated',
]

export const isSuccess = (code: MigrationResultCode): boolean => successes.has(code)
export const isWarning = (code: MigrationResultCode): boolean => warnings.has(code)
export const isError = (code: MigrationResultCode): boolean => !isSuccess(code) && !isWarning(code)

const countsOf = (counts: MigrationCodeCounts, belongs: (code: MigrationResultCode) => boolean) =>
  migrationResultCodes.flatMap((code) => {
    const rows = counts[code] ?? 0
    return rows > 0 && belongs(code) ? [{ code, rows }] : []
  })

const sum = (counts: readonly { rows: number }[]): number => counts.reduce((total, { rows }) => total + rows, 0)

/** The reader of a run, and their rights. */
export interface MigrationReader {
  mayWrite: boolean
  /** A person of the account; `null` for apps and for staff on a visit. */
  person: string | null
}

export const nobody: MigrationReader = { mayWrite: false, person: null }

const mayOf = (row: MigrationRecord, { mayWrite, person }: MigrationReader): LegacyMigration['may'] => {
  if (!mayWrite) return []
  if (row.migration_state === 'Pending') return [row.is_stopped ? 'resume' : 'stop']
  if (row.is_reconciling || !isReconcilable(row)) return []
  if (!isSignable(row) || person === null) return ['reconcile']
  if (isSignedOff(row)) return hasExport(row) ? ['reconcile', 'remove_export'] : ['reconcile']
  return row.signatures.every(({ by }) => by !== person) ? ['reconcile', 'sign_off'] : ['reconcile']
}

/** Whether two people accepted it. */
export const isSignedOff = ({ signatures }: MigrationRecord): boolean => signatures.length >= 2

/** Whether its export is neither removed nor being removed. */
export const hasExport = ({ is_removing_export, export_removed_at }: MigrationRecord): boolean =>
  !is_removing_export && export_removed_at === null

/** Only what was begun, has ended, and was written, can be compared with what is stored. */
export const isReconcilable = ({ is_dry_run, migration_state, started_at }: MigrationRecord): boolean =>
  !is_dry_run && started_at !== null && migration_state !== 'Pending' && migration_state !== 'Quarantined'

/** Whether its last result is up to date. A run that failed as a whole is not signed. */
export const isSignable = (row: MigrationRecord): boolean =>
  isReconcilable(row) &&
  row.migration_state !== 'Failed' &&
  !row.is_reconciling &&
  row.reconciliation !== null &&
  !row.reconciliation.is_outdated

export const migrationOf = (row: MigrationRecord, reader: MigrationReader): LegacyMigration => {
  const imported = countsOf(row.code_counts, isSuccess)
  const warned = countsOf(row.code_counts, isWarning)
  const import_errors = countsOf(row.code_counts, isError)
  return {
    client: row.client,
    migration_id: row.migration_id,
    folder: row.folder,
    source: row.source,
    is_dry_run: row.is_dry_run,
    time_zone: row.time_zone,
    migration_state: row.migration_state,
    is_stopped: row.is_stopped,
    statistics: {
      files: row.files,
      rows: sum(imported) + sum(warned) + sum(import_errors),
      imported: sum(imported),
      warnings: sum(warned),
      errors: sum(import_errors),
      repairs: row.repairs,
      bytes: row.bytes,
      bytes_read: row.bytes_read,
      bytes_total: row.bytes_total,
    },
    imported,
    warnings: warned,
    import_errors,
    error_message: row.error_message,
    columns: row.columns,
    is_reconciling: row.is_reconciling,
    reconciliation: row.reconciliation,
    signatures: row.signatures,
    is_removing_export: row.is_removing_export,
    export_removed_at: row.export_removed_at,
    export_removed_by: row.export_removed_by,
    started_at: row.started_at,
    finished_at: row.finished_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    updated_by: row.updated_by,
    may: mayOf(row, reader),
  }
}

const one = (tx: TenantTransaction, migration_id: string) =>
  tx.db
    .selectFrom('legacy_migrations')
    .selectAll()
    .where('client', '=', tx.client)
    .where('migration_id', '=', migration_id)

export const findMigration = (tx: TenantTransaction, migration_id: string): Promise<MigrationRecord | undefined> =>
  one(tx, migration_id).executeTakeFirst()

/** @throws ProductError `request.not_found` */
export const lockMigration = async (tx: TenantTransaction, migration_id: string): Promise<MigrationRecord> => {
  const row = await one(tx, migration_id).forUpdate().executeTakeFirst()
  if (!row) throw new ProductError('request.not_found')
  return row
}

/**
 * The runs of an export, locked. Starting a run, uploading a part and removing the export lock them before anything else, so that they wait
 * for each other.
 */
export const lockRunsOfExport = (tx: TenantTransaction, folder: string): Promise<MigrationRecord[]> =>
  tx.db
    .selectFrom('legacy_migrations')
    .selectAll()
    .where('client', '=', tx.client)
    .where('folder', '=', folder)
    .orderBy('migration_id')
    .forUpdate()
    .execute()

/** The run of the account that has not ended, locked. */
export const lockPending = (tx: TenantTransaction): Promise<MigrationRecord | undefined> =>
  tx.db
    .selectFrom('legacy_migrations')
    .selectAll()
    .where('client', '=', tx.client)
    .where('migration_state', '=', 'Pending')
    .forUpdate()
    .executeTakeFirst()

type Change = Partial<
  Omit<Tables['legacy_migrations'], 'client' | 'migration_id' | 'code_counts' | 'place'> & {
    code_counts: string
    place: string | null
  }
>

/** Changes a locked run. */
export const changeMigrationRow = (
  tx: TenantTransaction,
  migration_id: string,
  updated_by: string,
  change: { [K in keyof Change]: unknown },
): Promise<MigrationRecord> =>
  tx.db
    .updateTable('legacy_migrations')
    .set({ ...change, updated_at: tx.now, updated_by } as never)
    .where('client', '=', tx.client)
    .where('migration_id', '=', migration_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Tells open screens how far it is. */
export const notifyOf = (tx: TenantTransaction, { migration_id, migration_state, ...row }: MigrationRecord) =>
  tx.notify({
    kind: 'migration',
    reference: migration_id,
    state: migration_state,
    payload_type: null,
    group: null,
    progress: Math.min(1, row.bytes_read / Math.max(1, row.bytes_total)),
  })
