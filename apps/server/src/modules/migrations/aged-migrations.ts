import { sql } from 'kysely'
import { agedTable } from '../../platform/database/index.ts'

/** Runs that have ended, with their rows, for retention. A removal of their export has to end before. */
export const agedMigrations = agedTable({
  table: 'legacy_migrations',
  key: 'migration_id',
  portal_user: 'updated_by',
  isEnded: (before) =>
    sql<boolean>`migration_state <> 'Pending' and not is_removing_export and finished_at < ${before.toISOString()}`,
})
