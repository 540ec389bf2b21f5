import type { MigrationState } from '@holdfast/contract'
import { recordProductActivity } from '../../../core/activities/index.ts'
import type { Platform } from '../../../core/platform.ts'
import { raiseAlert } from '../../alerts/index.ts'
import { markTransferredJob, reconcileMigrationJob, runMigrationJob } from './migration-job.ts'
import {
  changeMigrationRow,
  isReconcilable,
  lockMigration,
  type MigrationRecord,
  migrationOf,
  nobody,
  notifyOf,
} from './migration-record.ts'

/** @param end why it ends before its rows are read; null after the last row */
export const finishMigration = (
  { database }: Pick<Platform, 'database'>,
  begun: MigrationRecord,
  end: { state: MigrationState; error_message: string } | null,
): Promise<void> =>
  database.transaction(begun.client, async (tx) => {
    const { migration_id } = begun
    const row = await lockMigration(tx, migration_id)
    if (row.lease !== begun.lease || row.migration_state !== 'Pending' || row.is_stopped) return
    const { rows, errors } = migrationOf(row, nobody).statistics
    const ended = end ?? endOf(rows, errors)
    const changed = await changeMigrationRow(tx, migration_id, row.updated_by, {
      migration_state: ended.state,
      error_message: ended.error_message,
      finished_at: tx.now,
      ...(end === null ? { bytes_read: row.bytes_total } : {}),
      is_reconciling: isReconcilable({ ...row, migration_state: ended.state }),
    })
    if (changed.is_reconciling) await tx.enqueue(reconcileMigrationJob, { client: tx.client, migration_id })
    await notifyOf(tx, changed)
    if (!row.is_dry_run) await tx.enqueue(markTransferredJob, { client: tx.client })
    const { folder, source, is_dry_run, statistics } = migrationOf(changed, nobody)
    const { imported, warnings } = statistics
    await recordProductActivity(tx, {
      call: `JOB ${runMigrationJob.name}`,
      event: 'migration.finished',
      details: { migration_id, folder, source, is_dry_run, to: ended.state, rows, imported, warnings, errors },
    })
    if (!is_dry_run && ended.state !== 'Migrated')
      await raiseAlert(tx, { condition: 'migration_failed', of: migration_id })
  })

const endOf = (rows: number, errors: number): { state: MigrationState; error_message: string | null } => {
  if (rows === 0) return { state: 'Failed', error_message: 'The export has no rows' }
  return { state: errors > 0 ? 'PartialFail' : 'Migrated', error_message: null }
}
