import type { Device } from '@holdfast/contract'
import type { MessageId } from '../message.ts'

type Stated = Pick<
  Device,
  'removed_at' | 'is_blocked' | 'shared_serial_since' | 'is_deactivated' | 'shared_numbers' | 'last_seen'
>

/** The status of a device: the first of these that is true of it. */
export const deviceStatusWords = (device: Stated) => {
  if (device.removed_at !== null) return 'device.removed' satisfies MessageId
  if (device.is_blocked) return 'device.blocked' satisfies MessageId
  if (device.shared_serial_since !== null) return 'device.shared' satisfies MessageId
  if (device.is_deactivated) return 'device.deactivated' satisfies MessageId
  if ((device.shared_numbers ?? []).length > 0) return 'device.number_shared' satisfies MessageId
  if (device.last_seen === null) return 'device.pending' satisfies MessageId
  return 'device.active' satisfies MessageId
}
