import type { Dashboard } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'

const maxVersions = 50

/** `GET /dashboard`: counts devices in groups with `devices:read`, and device users in groups with `device_users:read`. */
export const getDashboard = async (ctx: RequestContext): Promise<Dashboard> => {
  const inGroupsOf = async (action: 'devices:read' | 'device_users:read') =>
    sql`client = ${ctx.client} and "group" = any(${await ctx.groupsFor(action)}::text[])`
  const [ofDevices, ofUsers] = [await inGroupsOf('devices:read'), await inGroupsOf('device_users:read')]
  return ctx.read(async (tx) => {
    const devices = await sql<Dashboard['devices']>`select
      count(*) filter (where not is_deactivated and activated_at is not null and not is_legacy) as activated,
      count(*) filter (where not is_deactivated and activated_at is null and not is_legacy) as pending,
      count(*) filter (where is_deactivated and not is_legacy) as deactivated,
      count(*) filter (where not is_deactivated and is_legacy) as "legacyActivated",
      count(*) filter (where is_deactivated and is_legacy) as "legacyDeactivated"
      from devices where ${ofDevices}`.execute(tx.db)
    const users = await sql<Dashboard['users']>`select
      count(*) filter (where is_active and not is_legacy) as onboarded,
      count(*) filter (where not is_active and not is_legacy) as offboarded,
      count(*) filter (where is_active and is_legacy) as "legacyOnboarded",
      count(*) filter (where not is_active and is_legacy) as "legacyOffboarded"
      from device_users where ${ofUsers}`.execute(tx.db)
    const versions = async (field: 'app_version' | 'os_version') => {
      const { rows } = await sql<{ version: string; count: number }>`
        select device_info ->> ${field} as version, count(*) as count from devices
        where ${ofDevices} and not is_deactivated and device_info ? ${field}
        group by 1 order by 2 desc, 1 limit ${maxVersions}`.execute(tx.db)
      return rows
    }
    const [deviceCounts, userCounts] = [devices.rows[0], users.rows[0]]
    if (!deviceCounts || !userCounts) throw new Error('a count without a row')
    return {
      client: ctx.client,
      devices: deviceCounts,
      users: userCounts,
      app_versions: await versions('app_version'),
      os_versions: await versions('os_version'),
    }
  })
}
