import { type GroupStats, serviceNames } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** Device users or devices of one group that have the same services. */
interface Alike {
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
 * Counts of the given groups, as they are at this moment: two queries, whatever the number of groups. Each reads along an
 * index made for it (migrations/0003-accounts.ts) and no more of it than the members of these groups.
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
            // A licence is used by each active device that records the service.
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

/** Those that have the service; all of them without one. */
const counted = (alike: readonly Alike[] = [], service?: string): Counted => {
  const having = alike.filter(({ services }) => service === undefined || services.includes(service))
  return {
    holders: having.reduce((sum, { holders }) => sum + holders, 0),
    expected: having.reduce((sum, { expected }) => sum + expected, 0),
  }
}

const byGroup = (rows: readonly Alike[]): ReadonlyMap<string, readonly Alike[]> =>
  Map.groupBy(rows, ({ group }) => group)

const activeDeviceUsers = async (tx: TenantTransaction, groups: readonly string[]) => {
  const { rows } = await sql<Alike>`
    select "group", services, count(*) as holders, sum(expected_device_count) as expected
    from device_users where client = ${tx.client} and is_active and "group" = any(${groups}::text[])
    group by "group", services`.execute(tx.db)
  return byGroup(rows)
}

const activeDevices = async (tx: TenantTransaction, groups: readonly string[]) => {
  const { rows } = await sql<Alike>`
    select "group", services, count(*) as holders, 0 as expected
    from devices
    where client = ${tx.client} and not is_deactivated and activated_at is not null and "group" = any(${groups}::text[])
    group by "group", services`.execute(tx.db)
  return byGroup(rows)
}
