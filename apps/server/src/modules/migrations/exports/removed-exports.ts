import { ProductError } from '@holdfast/contract'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { lockRunsOfExport } from '../runs/migration-record.ts'

/**
 * Keeps the removal of an export from beginning before the transaction ends.
 * @throws ProductError `migration.export_removed` while it is removed
 */
export const assertNotRemoving = async (tx: TenantTransaction, folder: string): Promise<void> => {
  const runs = await lockRunsOfExport(tx, folder)
  if (runs.some(({ is_removing_export }) => is_removing_export)) throw new ProductError('migration.export_removed')
}

/** Whether the files of a folder were removed after a migration. */
export const wasExportRemoved = async ({ db, client }: TenantTransaction, folder: string): Promise<boolean> => {
  const removed = db
    .selectFrom('legacy_migrations')
    .select('migration_id')
    .where('client', '=', client)
    .where('folder', '=', folder)
    .where('export_removed_at', 'is not', null)
  return (await removed.limit(1).executeTakeFirst()) !== undefined
}

/** The folders whose files are being removed. */
export const foldersBeingRemoved = async ({ db, client }: TenantTransaction): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('legacy_migrations')
    .select('folder')
    .distinct()
    .where('client', '=', client)
    .where('is_removing_export', '=', true)
    .execute()
  return new Set(rows.map(({ folder }) => folder))
}
