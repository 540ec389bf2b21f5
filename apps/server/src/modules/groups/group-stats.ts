import { type GroupStats, serviceNames } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** Number of device users or devices of one group that have the same services. */
interface ServicesCount {
  group: string
  services: string[]
  holders: number
  expected: number
}

interface Counted {
  holders: number
  expected: number
}

/**
 * Current counts of the given groups, with two queries whatever their number. Each uses an index that exists for it
 * (migrations/0003-accounts.ts) and reads only the members of these groups.
 */
export const statsOfGroups = async (
  tx: TenantTransaction,
  groups: readonly string[],
): Promise<ReadonlyMap<string, GroupStats>> => {
  const users = await activeDeviceUsers(tx, groups)
  const devices = await activeDevices(tx, groups)
  return new Map(
    groups.map((group) => {
      const usersOf = (service?: string) => counted(users.get(group), service)
      const devicesOf = (service?: string) => counted(devices.get(group), service)
      return [
        group,
        {
          device_users: usersOf().holders,
          expected_devices: usersOf().expected,
          actual_devices: devicesOf().holders,
          services: serviceNames.map((service) => ({
            service,
            // Each active device that records the service uses a licence.
            used_licenses: devicesOf(service).holders,
            expected_devices: usersOf(service).expected,
            active_devices: devicesOf(service).holders,
            active_users: usersOf(service).holders,
          })),
        },
      ]
    }),
  )
}

/** Sums those that have the service, or all if no service is given. */
const counted = (alike: readonly ServicesCount[] = [], service?: string): Counted => {
  const having = alike.filter(({ services }) => service === undefined || services.includes(service))
  return {
    holders: having.reduce((sum, { holders }) => sum + holders, 0),
    expected: having.reduce((sum, { expected }) => sum + expected, 0),
  }
}

const byGroup = (rows: readonly ServicesCount[]): ReadonlyMap<string, readonly ServicesCount[]> =>
  Map.groupBy(rows, ({ group }) => group)

const activeDeviceUsers = async (tx: TenantTransaction, groups: readonly string[]) => {
  const { rows } = await sql<ServicesCount>`
    select "group", services, count(*) as holders, sum(expected_device_count) as expected
    from device_users where client = ${tx.client} and is_active and "group" = any(${groups}::text[])
    group by "group", services`.execute(tx.db)
  return byGroup(rows)
}

const activeDevices = async (tx: TenantTransaction, groups: readonly string[]) => {
  const { rows } = await sql<ServicesCount>`
    select "group", services, count(*) as holders, 0 as expected
    from devices
    where client = ${tx.client} and not is_deactivated and activated_at is not null and "group" = any(${groups}::text[])
    group by "group", services`.execute(tx.db)
  return byGroup(rows)
}
