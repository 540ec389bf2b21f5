import type { Handlers } from '../../core/calls/index.ts'
import type { JobLane } from '../../core/jobs.ts'
import { listMigrationExports } from './exports/list-exports.ts'
import { removeExport } from './exports/remove-export.ts'
import { uploadMigrationPart } from './exports/upload-part.ts'
import { markTransferred } from './payloads/mark-transferred.ts'
import { listMigrationReconciliation } from './reconciliation/list-reconciliation.ts'
import { reconcileMigration } from './reconciliation/reconcile-migration.ts'
import { changeMigration } from './runs/change-migration.ts'
import { listMigrationRows, listMigrations } from './runs/list-migrations.ts'
import { runMigration } from './runs/run-migration.ts'
import { startMigration } from './runs/start-migration.ts'
import { getAccountMigration, putAccountMigration } from './settings.ts'

export { agedMigrations } from './aged-migrations.ts'
export { importFolder } from './import-folder.ts'
export { beginMigration } from './runs/start-migration.ts'

export const migrationHandlers = {
  getAccountMigration,
  putAccountMigration,
  listMigrations,
  listMigrationExports,
  uploadMigrationPart,
  startMigration,
  changeMigration,
  listMigrationRows,
  listMigrationReconciliation,
} satisfies Partial<Handlers>

/** A lane of its own: an export takes hours, and what is recorded now does not wait for it. */
export const migrationLane: JobLane = {
  jobs: [runMigration, markTransferred, reconcileMigration, removeExport],
  concurrency: 2,
}
