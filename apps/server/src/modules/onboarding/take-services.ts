import type { TenantTransaction } from '../../platform/database/index.ts'
import type { DeviceUserRow } from '../device-users/index.ts'
import { activeDeviceServices, countDevicesByService } from '../devices/index.ts'
import { FreeLicences, type LicenceChange, takeLicences } from '../licence-limits/index.ts'
import { areServicesChanged } from './save-person.ts'

/** A person who is added (`stored` is undefined), brought back or changed. */
interface ChangeOfPerson {
  stored: Pick<DeviceUserRow, 'device_user_reference' | 'is_active' | 'services'> | undefined
  services: readonly string[]
  willBeActive: boolean
}

/**
 * The licences that a change of a person takes: their active devices get the services of the person if these change, and somebody
 * who gets a service anew and has no device that uses it will need a licence later.
 * @param devices the services of each active device that the person holds
 */
export const licencesOfChange = (
  { stored, services, willBeActive }: ChangeOfPerson,
  devices: readonly string[][],
): LicenceChange => {
  const doDevicesFollow = stored !== undefined && areServicesChanged(stored.services, services)
  const before = stored?.is_active ? stored.services : []
  const change = new Map<string, number>()
  for (const service of new Set([...services, ...devices.flat()])) {
    const used = devices.filter((device) => device.includes(service)).length
    const willUse = doDevicesFollow ? (services.includes(service) ? devices.length : 0) : used
    const isAnew = willBeActive && services.includes(service) && !before.includes(service)
    if (willUse !== used || (isAnew && used === 0)) change.set(service, willUse - used)
  }
  return change
}

/**
 * Takes the licences that a change of a locked person needs.
 * @throws ProductError `licence.exhausted`
 */
export const takeServices = async (tx: TenantTransaction, change: ChangeOfPerson): Promise<void> => {
  const person = change.stored?.device_user_reference
  const devices = person === undefined ? [] : ((await activeDeviceServices(tx, [person])).get(person) ?? [])
  await takeLicences(tx, licencesOfChange(change, devices), countDevicesByService)
}

/** The free licences, locked for an import, or as its preview sees them. */
export const freeLicences = {
  lock: (tx: TenantTransaction) => FreeLicences.lock(tx, countDevicesByService),
  read: (tx: TenantTransaction) => FreeLicences.read(tx, countDevicesByService),
}
