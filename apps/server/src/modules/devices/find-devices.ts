import type { DeviceRow, TenantTransaction } from '../../platform/database/index.ts'

/** The group of a device now; `undefined` if there is no such device. */
export const findDeviceGroup = async (tx: TenantTransaction, device_reference: string): Promise<string | undefined> => {
  const device = await tx.db
    .selectFrom('devices')
    .select('group')
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .executeTakeFirst()
  return device?.group
}

/** Finds those of these devices that exist, and locks them in one order. @param device_references at least one */
export const lockDevices = (tx: TenantTransaction, device_references: readonly string[]): Promise<DeviceRow[]> =>
  tx.db
    .selectFrom('devices')
    .selectAll()
    .where('client', '=', tx.client)
    .where('device_reference', 'in', device_references)
    .orderBy('device_reference')
    .forUpdate()
    .execute()
