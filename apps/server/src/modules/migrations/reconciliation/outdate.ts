import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import type { MigrationRecord } from '../runs/migration-record.ts'

/** A run changes what arrived: the results of other runs of its source are not up to date any more. */
export const outdateReconciliations = async (
  tx: TenantTransaction,
  { source, migration_id }: Pick<MigrationRecord, 'source' | 'migration_id'>,
): Promise<void> => {
  await tx.db
    .updateTable('legacy_migrations')
    .set({ reconciliation: sql`reconciliation || '{"is_outdated": true}'::jsonb` })
    .where('client', '=', tx.client)
    .where('source', '=', source)
    .where('migration_id', '<>', migration_id)
    .where('reconciliation', 'is not', null)
    .execute()
}

/** Whether another run of the source is under way, so that what arrived still changes. */
export const isChanging = async (
  tx: TenantTransaction,
  { source, migration_id }: Pick<MigrationRecord, 'source' | 'migration_id'>,
): Promise<boolean> => {
  const running = await tx.db
    .selectFrom('legacy_migrations')
    .select('migration_id')
    .where('client', '=', tx.client)
    .where('source', '=', source)
    .where('migration_id', '<>', migration_id)
    .where('migration_state', '=', 'Pending')
    .where('is_dry_run', '=', false)
    .where('started_at', 'is not', null)
    .executeTakeFirst()
  return running !== undefined
}
