import { sql } from 'kysely'
import type { AgedRow, AgedTable } from '../../platform/database/index.ts'

/** Holds that were released before a time, for retention. One on somebody or something that is still held is kept. */
export const agedHolds: AgedTable = {
  page: async ({ db, client }, { before, after, limit }) => {
    const later = after ? sql`and (released_at, hold_id) > (${after.time}::timestamptz, ${after.reference})` : sql``
    const { rows } = await sql<AgedRow>`
      select hold_id as reference, released_at as time,
        case when target_type = 'Group' then target end as "group",
        case when target_type = 'DeviceUser' then target end as device_user,
        case when target_type = 'PortalUser' then target end as portal_user
      from legal_holds
      where client = ${client} and not is_active and released_at < ${before.toISOString()} ${later}
      order by released_at, hold_id limit ${limit}`.execute(db)
    return rows
  },
  /** The application's role cannot delete holds: a function of the database does, which asks for other holds itself. */
  remove: async ({ db, client }, references) => {
    const { rows } = await sql<{ removed: number }>`
      select app.remove_released_holds(${client}, ${references}::text[]) as removed`.execute(db)
    return Number(rows[0]?.removed ?? 0)
  },
}
