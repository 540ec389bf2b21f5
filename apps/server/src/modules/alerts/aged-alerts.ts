import { sql } from 'kysely'
import { agedTable } from '../../platform/database/index.ts'

/** Alerts that ended before a time, for retention. Their occurrences go with them. */
export const agedAlerts = agedTable({
  table: 'alerts',
  key: 'alert_reference',
  group: 'group',
  isEnded: (before) => sql<boolean>`alert_state = 'Cleared' and cleared_at < ${before.toISOString()}`,
})
