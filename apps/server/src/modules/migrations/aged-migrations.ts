import { sql } from 'kysely'
import { agedTable } from '../../platform/database/index.ts'

/** Runs that have ended, with their rows, for retention. */
export const agedMigrations = agedTable({
  table: 'legacy_migrations',
  key: 'migration_id',
  portal_user: 'updated_by',
  isEnded: (before) => sql<boolean>`migration_state <> 'Pending' and finished_at < ${before.toISOString()}`,
})
