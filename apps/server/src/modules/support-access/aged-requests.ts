import { sql } from 'kysely'
import { agedTable } from '../../platform/database/index.ts'

/** Requests for support access that ended before a time, for retention. */
export const agedSupportAccess = agedTable({
  table: 'support_access',
  key: 'request_reference',
  portal_user: 'approved_by',
  isEnded: (before) =>
    sql<boolean>`approval_state not in ('pending', 'approved') and updated_at < ${before.toISOString()}`,
})
