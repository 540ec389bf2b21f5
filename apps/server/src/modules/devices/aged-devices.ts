import { sql } from 'kysely'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { AgedRow, AgedTable, KeptRow } from '../../platform/database/index.ts'
import { lockDevices } from './find-devices.ts'
import { removeDevice } from './remove-device.ts'

/** Log lines, and reports of telemetry, that one step removes. A device with more of them ends later. */
const mostReports = 20_000

/** Devices that were deactivated before a time, for retention (docs/decisions/0102). Holds on former holders and groups count, too. */
export const agedDevices: AgedTable = {
  page: async ({ db, client }, { before, after, limit }) => {
    const time = sql`coalesce(deactivation_date, updated_at)`
    const later = after
      ? sql`and (${time}, device_reference) > (${after.time}::timestamptz, ${after.reference})`
      : sql``
    const { rows } = await sql<AgedRow>`
      select device_reference as reference, ${time} as time, "group", device_user_reference as device_user, null::text as portal_user
      from devices
      where client = ${client} and is_deactivated and destroyed_at is null and ${time} < ${before.toISOString()} ${later}
      order by ${time}, device_reference limit ${limit}`.execute(db)
    return rows
  },
  keeps: async ({ db }, references) => {
    const { rows } = await sql<KeptRow>`select reference, reason from app.kept_devices(${references}::text[])`.execute(
      db,
    )
    return rows
  },
  remove: async (tx, references) => {
    for (const device of await lockDevices(tx, references)) {
      if (device.is_deactivated && device.removed_at === null) await removeDevice(tx, device, 'system')
    }
    const { rows } = await sql<{ device_reference: string; group: string }>`
      select device_reference, "group" from devices where client = ${tx.client} and device_reference in (
        select app.end_devices(${references}::text[], ${mostReports}))`.execute(tx.db)
    for (const [group, own] of Map.groupBy(rows, (row) => row.group)) {
      const details = { device_references: own.map(({ device_reference }) => device_reference) }
      await recordProductActivity(tx, { call: 'JOB retention_run', event: 'device.destroyed', details, group })
    }
    return rows.length
  },
}
