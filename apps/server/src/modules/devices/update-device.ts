import type { Device } from '@holdfast/contract'
import type { Updateable } from 'kysely'
import type { DeviceRow, Tables, TenantTransaction } from '../../platform/database/index.ts'
import { type ChangeOfDevice, recordDeviceChanges } from './device-changes.ts'
import { deviceOf } from './device-row.ts'

/** Changes a device that was locked, and adds what changed to its history. */
export const updateDevice = async (
  tx: TenantTransaction,
  device: DeviceRow,
  fields: Updateable<Tables['devices']>,
  change: ChangeOfDevice,
): Promise<Device> => {
  const updated = await tx.db
    .updateTable('devices')
    .set({ ...fields, updated_at: tx.now, updated_by: change.changed_by })
    .where('client', '=', tx.client)
    .where('device_reference', '=', device.device_reference)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordDeviceChanges(tx, device, updated, change)
  return deviceOf(updated)
}
