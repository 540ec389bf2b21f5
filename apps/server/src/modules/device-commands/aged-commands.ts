import { sql } from 'kysely'
import { agedTable } from '../../platform/database/index.ts'

/** Commands that were answered or given up before a time, for retention. */
export const agedCommands = agedTable({
  table: 'device_commands',
  key: 'command_reference',
  group: 'group',
  portal_user: 'raised_by',
  isEnded: (before) => sql<boolean>`state in ('Completed', 'Failed') and updated_at < ${before.toISOString()}`,
})
