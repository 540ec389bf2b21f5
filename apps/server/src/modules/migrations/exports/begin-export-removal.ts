import { ProductError } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../../core/calls/index.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { hasActiveHolds, lockHolds } from '../../legal-holds/index.ts'
import { migrationReader } from '../runs/list-migrations.ts'
import { removeExportJob } from '../runs/migration-job.ts'
import {
  findMigration,
  hasExport,
  isError,
  isReconcilable,
  isSignable,
  isSignedOff,
  lockMigration,
  lockRunsOfExport,
  type MigrationRecord,
} from '../runs/migration-record.ts'
import { type ExportTotals, filesOfExport, totalsOf } from './export-files.ts'
import { hasPartsSince } from './export-parts.ts'

interface ExportSize extends ExportTotals {
  /** Of all files. */
  bytes: number
}

/**
 * Begins to remove the export of a run that is signed off, for all runs that read it.
 * @throws ProductError `request.not_found`, `migration.not_a_person`, `migration.illegal_transition`, `migration.export_removed`,
 * `migration.export_in_use`, `migration.not_reconciled`, `migration.not_signed`, `migration.export_changed`, `migration.export_held`
 * @param totals of the files that are there now
 */
export const beginExportRemoval = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { migration_id, totals }: { migration_id: string; totals: ExportSize },
): Promise<MigrationRecord> => {
  const found = await findMigration(tx, migration_id)
  if (!found) throw new ProductError('request.not_found')
  if (migrationReader(ctx).person === null) throw new ProductError('migration.not_a_person')
  const { folder } = found
  const runs = await lockRunsOfExport(tx, folder)
  const row = await lockMigration(tx, migration_id)
  assertRemovable(row, runs)
  // Nobody has signed for files that came after the run, and no run has read them.
  const hasOtherSize = totals.files !== row.files || totals.bytes_total !== row.bytes_total
  if (hasOtherSize || (await hasPartsSince(tx, folder, row.created_at))) {
    throw new ProductError('migration.export_changed')
  }
  await assertNotHeld(tx, row)
  await tx.db
    .updateTable('legacy_migrations')
    .set({ is_removing_export: true, export_removed_by: ctx.actor.reference })
    .where('client', '=', tx.client)
    .where('folder', '=', folder)
    .where('export_removed_at', 'is', null)
    .execute()
  await tx.enqueue(removeExportJob, { client: tx.client, migration_id, files: totals.files, bytes: totals.bytes })
  const { digest = null } = row.reconciliation ?? {}
  tx.audit('migration.export_removal_begun', { migration_id, folder, files: totals.files, bytes: totals.bytes, digest })
  return { ...row, is_removing_export: true, export_removed_by: ctx.actor.reference }
}

/** @throws ProductError `request.not_found` */
export const totalsOfExport = async (ctx: RequestContext, migration_id: string): Promise<ExportSize> => {
  const found = await ctx.read((tx) => findMigration(tx, migration_id))
  if (!found) throw new ProductError('request.not_found')
  const files = await filesOfExport(ctx.platform, ctx.client, found.folder)
  return { ...totalsOf(files), bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

const assertRemovable = (row: MigrationRecord, runs: readonly MigrationRecord[]): void => {
  if (!hasExport(row)) throw new ProductError('migration.export_removed')
  if (!isReconcilable(row) || row.migration_state === 'Failed') {
    const from = row.is_dry_run ? 'a dry run' : row.migration_state
    throw new ProductError('migration.illegal_transition', { from, to: 'without its export' })
  }
  if (runs.some(({ migration_state }) => migration_state === 'Pending')) {
    throw new ProductError('migration.export_in_use')
  }
  if (!isSignable(row)) throw new ProductError('migration.not_reconciled')
  if (!isSignedOff(row)) throw new ProductError('migration.not_signed')
}

/** Holds name people, groups and recordings of this account: whether one of them would reach a row that was not imported, nothing shows. */
const assertNotHeld = async (tx: TenantTransaction, { code_counts }: MigrationRecord): Promise<void> => {
  const isComplete = !Object.entries(code_counts).some(([code, rows]) => rows > 0 && isLeftOut(code))
  if (isComplete) return
  await lockHolds(tx, 'share')
  if (await hasActiveHolds(tx)) throw new ProductError('migration.export_held')
}

const isLeftOut = (code: string): boolean =>
  isError(code as Parameters<typeof isError>[0]) || code === 'IgnoreNewPayloadMigrationDisabled'
