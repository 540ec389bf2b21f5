import { sql } from 'kysely'
import {
  allOf,
  type Condition,
  type DeviceRow,
  isAnyOf,
  preparedStatement,
  type TenantTransaction,
} from '../../platform/database/index.ts'

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

/** The current holder and group of each of these devices. */
export const holdersOfDevices = async ({ client, db }: TenantTransaction, device_references: readonly string[]) => {
  const devices = await db
    .selectFrom('devices')
    .select(['device_reference', 'device_user_reference', 'group'])
    .where('client', '=', client)
    .where(sql<boolean>`device_reference = any(${device_references}::text[])`)
    .execute()
  return new Map(devices.map((device) => [device.device_reference, device]))
}

/** When a device was heard of last, and whether it is in use; `undefined` if there is no such device. */
export const findDeviceUse = (tx: TenantTransaction, device_reference: string) =>
  tx.db
    .selectFrom('devices')
    .select(['group', 'last_seen', 'is_deactivated', 'is_blocked'])
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .executeTakeFirst()

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

/** Whether a row's `device_reference` is that of a device that is in one of these groups now, and that one of these people has. */
export const isOfDevice = (
  { client }: Pick<TenantTransaction, 'client'>,
  {
    groups,
    device_user_references,
  }: { groups: readonly string[]; device_user_references?: readonly string[] | undefined },
): Condition =>
  sql<boolean>`device_reference in (select device_reference from devices where client = ${client}
    and ${allOf([isAnyOf('group', groups), isAnyOf('device_user_reference', device_user_references)])})`

/** Locks devices in one order until the transaction ends, against others that lock or change them. */
export const lockDevicesStatement = preparedStatement(
  'lock devices',
  (db, { client, device_references }: { client: string; device_references: readonly string[] }) =>
    db
      .selectFrom('devices')
      .select('device_reference')
      .where('client', '=', client)
      .where('device_reference', '=', sql<string>`any(${device_references}::text[])`)
      .orderBy('device_reference')
      .forNoKeyUpdate(),
)
