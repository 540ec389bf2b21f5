import { type GroupStats, serviceNames } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { countUsersByServices } from '../device-users/index.ts'
import { countDevicesByServices } from '../devices/index.ts'

/** Number of device users or devices of one group that have the same services. */
interface ServicesCount {
  services: string[]
  holders: number
  /** Of device users: how many devices they are expected to have. */
  expected?: number
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
  const users = Map.groupBy(await countUsersByServices(tx, groups), ({ group }) => group)
  const devices = Map.groupBy(await countDevicesByServices(tx, groups), ({ group }) => group)
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
    expected: having.reduce((sum, { expected = 0 }) => sum + expected, 0),
  }
}
