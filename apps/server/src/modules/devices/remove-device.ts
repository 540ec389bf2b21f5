import type { Device } from '@holdfast/contract'
import type { DeviceRow, TenantTransaction } from '../../platform/database/index.ts'
import { clearAlert } from '../alerts/index.ts'
import { markLostRecordingsJob } from './mark-lost-recordings.ts'
import { updateDevice } from './update-device.ts'
import { withFormerNumbers } from './verified-phone-numbers.ts'

/** Removes a device that was locked. The row stays: what it recorded, and its history, name it. */
export const removeDevice = async (tx: TenantTransaction, device: DeviceRow, removed_by: string): Promise<Device> => {
  const deactivation = device.is_deactivated
    ? {}
    : { is_deactivated: true, deactivation_date: tx.now, deactivated_by: removed_by }
  const fields = {
    ...deactivation,
    removed_at: tx.now,
    removed_by,
    shared_serial_since: null,
    shared_serial_reason: null,
  }
  const removed = await updateDevice(tx, device, fields, { changed_by: removed_by })
  const { device_reference } = device
  const lost = { client: tx.client, device_reference, registered_until: tx.now.toISOString() }
  await clearAlert(tx, 'device_silent', device_reference)
  await tx.enqueue(markLostRecordingsJob, { ...lost, reason: 'device_removed' })
  return removed
}

/** A removed device that authenticates is new: what it was is forgotten, but for who held it, its block and its sequence numbers. */
export const asNew = (device: DeviceRow): DeviceRow => ({
  ...device,
  services: [],
  imeis: [],
  phone_numbers: [],
  former_phone_numbers: withFormerNumbers(device, device.removed_at),
  device_info: {},
  installation_id: null,
  activated_at: null,
})
