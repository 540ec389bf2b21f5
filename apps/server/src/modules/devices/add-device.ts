import type { DeviceRow, TenantTransaction } from '../../platform/database/index.ts'
import type { ActiveDeviceUser } from '../device-users/index.ts'
import { recordDeviceChanges } from './device-changes.ts'

interface NewDevice {
  updated_by: string
  /** On the legacy platform: the flag is cleared once the device authenticates here. */
  is_legacy?: boolean
  legacy_phone_number?: string
}

/** Inserts a device that has not authenticated yet; `undefined` if it is known. */
export const insertDevice = (
  tx: TenantTransaction,
  device_reference: string,
  user: ActiveDeviceUser,
  { updated_by, is_legacy = false, legacy_phone_number }: NewDevice,
): Promise<DeviceRow | undefined> =>
  tx.db
    .insertInto('devices')
    .values({
      client: tx.client,
      device_reference,
      device_user_reference: user.device_user_reference,
      group: user.group,
      services: user.services,
      email: user.email,
      first_name: user.first_name,
      surname: user.surname,
      imeis: [],
      phone_numbers: JSON.stringify([]),
      device_info: JSON.stringify({}),
      is_deactivated: false,
      is_legacy,
      legacy_phone_number: legacy_phone_number ?? null,
      next_sequence: 0,
      created_at: tx.now,
      updated_at: tx.now,
      updated_by,
    })
    .onConflict((conflict) => conflict.columns(['client', 'device_reference']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Adds a device for its user before it authenticates: it is pending until then. `undefined` if it is known. */
export const addPendingDevice = async (
  tx: TenantTransaction,
  device_reference: string,
  user: ActiveDeviceUser,
  device: NewDevice,
): Promise<DeviceRow | undefined> => {
  const added = await insertDevice(tx, device_reference, user, device)
  if (added) await recordDeviceChanges(tx, null, added, { changed_by: device.updated_by })
  return added
}
