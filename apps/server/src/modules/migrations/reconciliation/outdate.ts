import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { type MigrationRecord, storingCodes } from '../runs/migration-record.ts'

/** A run changed what arrived: the results of other runs of its source are not up to date any more. */
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
    .where(sql<boolean>`reconciliation ->> 'is_outdated' = 'false'`)
    .execute()
}

/** Whether another run of the source changed what arrived while this one was reconciled. */
export const isChanged = async (
  tx: TenantTransaction,
  { source, migration_id, updated_at }: Pick<MigrationRecord, 'source' | 'migration_id' | 'updated_at'>,
): Promise<boolean> => {
  const changing = await tx.db
    .selectFrom('legacy_migrations')
    .select('migration_id')
    .where('client', '=', tx.client)
    .where('source', '=', source)
    .where('migration_id', '<>', migration_id)
    .where('is_dry_run', '=', false)
    .where(sql<boolean>`code_counts ?| ${storingCodes}::text[]`)
    .where((eb) => eb.or([eb('migration_state', '=', 'Pending'), eb('finished_at', '>=', updated_at)]))
    .limit(1)
    .executeTakeFirst()
  return changing !== undefined
}
