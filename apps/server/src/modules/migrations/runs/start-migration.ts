import {
  type CallInput,
  type calls,
  type LegacyMigration,
  type MigrationColumns,
  ProductError,
} from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import { storedJson, type TenantTransaction } from '../../../platform/database/index.ts'
import { newId } from '../../../platform/identifiers.ts'
import { isTimeZone } from '../../../platform/time-zones.ts'
import { assertColumns } from '../exports/assert-columns.ts'
import { filesOfExport } from '../exports/export-files.ts'
import { assertNotRemoving, wasExportRemoved } from '../exports/removed-exports.ts'
import { migrationReader } from './list-migrations.ts'
import { runMigrationJob } from './migration-job.ts'
import { changeMigrationRow, lockPending, type MigrationRecord, migrationOf } from './migration-record.ts'

type Input = CallInput<typeof calls.startMigration>

/**
 * `POST /migrations`: a job reads the export.
 * @throws ProductError `notification.bad_time_zone`, `migration.no_export`, `migration.export_removed`, `migration.bad_columns`,
 * `migration.running`
 */
export const startMigration = async (ctx: RequestContext, { body }: Input): Promise<LegacyMigration> => {
  if (!isTimeZone(body.time_zone)) throw new ProductError('notification.bad_time_zone')
  const files = await filesOfExport(ctx.platform, ctx.client, body.folder)
  if (files.length === 0) throw new ProductError(await reasonOfNoExport(ctx, body.folder))
  if (body.columns) await assertColumns(body.columns, files)
  return ctx.transaction(async (tx) => {
    const { started, ended } = await beginMigration(tx, { ...body, started_by: ctx.actor.reference })
    if (ended) tx.audit('migration.changed', { migration_id: ended, to: 'Failed' })
    const { folder, source, is_dry_run, columns = null } = body
    tx.audit('migration.started', { migration_id: started.migration_id, folder, source, is_dry_run, columns })
    return migrationOf(started, migrationReader(ctx))
  })
}

const reasonOfNoExport = async (ctx: RequestContext, folder: string) => {
  const isRemoved = await ctx.read((tx) => wasExportRemoved(tx, folder))
  return isRemoved ? 'migration.export_removed' : 'migration.no_export'
}

interface NewMigration {
  folder: string
  source: string
  is_dry_run: boolean
  time_zone: string
  columns?: MigrationColumns | null
  started_by: string
}

/**
 * Adds a run. One that somebody stopped ends, because an account has one at a time.
 * @throws ProductError `migration.running`, `migration.export_removed` while its export is removed
 */
export const beginMigration = async (
  tx: TenantTransaction,
  { started_by, columns = null, ...fields }: NewMigration,
): Promise<{ started: MigrationRecord; ended: string | null }> => {
  await assertNotRemoving(tx, fields.folder)
  const pending = await lockPending(tx)
  if (pending && !pending.is_stopped) throw new ProductError('migration.running')
  if (pending) {
    const end = { migration_state: 'Failed', error_message: 'It was stopped before its end', finished_at: tx.now }
    await changeMigrationRow(tx, pending.migration_id, started_by, end)
  }
  const migration_id = newId(tx.now)
  const started = await tx.db
    .insertInto('legacy_migrations')
    .values({
      client: tx.client,
      migration_id,
      ...fields,
      columns: columns && storedJson(columns),
      migration_state: 'Pending',
      created_at: tx.now,
      updated_at: tx.now,
      updated_by: started_by,
    })
    // At most one of an account is Pending (unique index).
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!started) throw new ProductError('migration.running')
  await tx.enqueue(runMigrationJob, { client: tx.client, migration_id })
  return { started, ended: pending?.migration_id ?? null }
}
