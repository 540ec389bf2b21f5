import type { DeviceRow, TenantTransaction } from '../../platform/database/index.ts'
import type { ActiveDeviceUser } from '../device-users/index.ts'
import { saveFormerHolder } from './former-holders.ts'
import { updateDevice } from './update-device.ts'

/**
 * Locks the devices that somebody holds, but for removed ones, in one order. Lock them before the person: a device that authenticates is locked before its
 * holder, too.
 */
export const lockDevicesOf = (tx: TenantTransaction, device_user_reference: string): Promise<DeviceRow[]> =>
  tx.db
    .selectFrom('devices')
    .selectAll()
    .where('client', '=', tx.client)
    .where('device_user_reference', '=', device_user_reference)
    .where('removed_at', 'is', null)
    .orderBy('device_reference')
    .forUpdate()
    .execute()

/** Locks the devices of several people. Whoever locks people, too, does so afterwards. */
export const lockDevicesOfPeople = async (
  tx: TenantTransaction,
  device_user_references: readonly string[],
): Promise<void> => {
  if (device_user_references.length === 0) return
  await tx.db
    .selectFrom('devices')
    .select('device_reference')
    .where('client', '=', tx.client)
    .where('device_user_reference', 'in', device_user_references)
    .orderBy('device_reference')
    .forUpdate()
    .execute()
}

/**
 * Brings the devices that a person holds into agreement with the person, at once instead of at their next authentication: group and
 * names, and the services if those of the person were changed. In another group the person is another holder (docs/decisions/0015).
 * @returns the references of the devices
 */
export const updateDevicesOf = async (
  tx: TenantTransaction,
  user: ActiveDeviceUser,
  { areServicesChanged, updated_by }: { areServicesChanged: boolean; updated_by: string },
): Promise<string[]> => {
  const devices = await lockDevicesOf(tx, user.device_user_reference)
  for (const device of devices) {
    const { device_reference } = device
    const held_since = await saveFormerHolder(tx, device, user)
    const { group, email, first_name, surname } = user
    const services = areServicesChanged ? user.services : device.services
    const fields = { group, held_since, email, first_name, surname, services }
    await updateDevice(tx, device, fields, { changed_by: updated_by })
    for (const told of new Set([device.group, group])) {
      await tx.notify({ kind: 'device', reference: device_reference, state: null, payload_type: null, group: told })
    }
  }
  return devices.map(({ device_reference }) => device_reference)
}
