import { sql } from 'kysely'
import { type AgedTable, agedTable } from '../../platform/database/index.ts'

/** The application's role cannot delete from trails: a function of the database does, which asks for holds itself. */
const removeBy =
  (name: 'remove_user_activities' | 'remove_device_activities'): AgedTable['remove'] =>
  async ({ db, client }, references) => {
    const { rows } = await sql<{ removed: number }>`
      select ${sql.id('app', name)}(${client}, ${references}::text[]) as removed`.execute(db)
    return rows[0]?.removed ?? 0
  }

/** Entries of the trail of people and client apps from before a time, for retention. */
export const agedUserActivities = agedTable({
  table: 'user_activities',
  key: 'log_id',
  portal_user: 'user_id',
  remove: removeBy('remove_user_activities'),
})

/** The same of handsets. */
export const agedDeviceActivities = agedTable({
  table: 'device_activities',
  key: 'log_id',
  group: 'group',
  device_user: 'device_user_reference',
  remove: removeBy('remove_device_activities'),
})
