import { sql } from 'kysely'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { AgedRow, AgedTable, KeptRow } from '../../platform/database/index.ts'

/** Device users who were offboarded before a time, for retention (docs/decisions/0102). Holds on their `former_groups` count, too. */
export const agedDeviceUsers: AgedTable = {
  page: async ({ db, client }, { before, after, limit }) => {
    const time = sql`coalesce(offboard_date, updated_at)`
    const later = after
      ? sql`and (${time}, device_user_reference) > (${after.time}::timestamptz, ${after.reference})`
      : sql``
    const { rows } = await sql<AgedRow>`
      select device_user_reference as reference, ${time} as time, "group", device_user_reference as device_user,
        null::text as portal_user
      from device_users
      where client = ${client} and not is_active and destroyed_at is null and ${time} < ${before.toISOString()} ${later}
      order by ${time}, device_user_reference limit ${limit}`.execute(db)
    return rows
  },
  keeps: async ({ db }, references) => {
    const { rows } = await sql<KeptRow>`
      select reference, reason from app.kept_device_users(${references}::text[])`.execute(db)
    return rows
  },
  remove: async (tx, references) => {
    const { rows } = await sql<{ device_user_reference: string; group: string }>`
      select device_user_reference, "group" from device_users where client = ${tx.client} and device_user_reference in (
        select app.end_device_users(${references}::text[]))`.execute(tx.db)
    for (const [group, own] of Map.groupBy(rows, (row) => row.group)) {
      const details = { device_user_references: own.map(({ device_user_reference }) => device_user_reference) }
      await recordProductActivity(tx, { call: 'JOB retention_run', event: 'device_user.destroyed', details, group })
    }
    return rows.length
  },
}
