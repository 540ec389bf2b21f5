import type { DeviceUser } from '@holdfast/contract'
import { type Selectable, sql } from 'kysely'
import { type Tables, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'

/** The columns of a device user that calls return. */
export const deviceUserColumns = [
  'client',
  'device_user_reference',
  'group',
  'services',
  'expected_device_count',
  'email',
  'first_name',
  'surname',
  'is_active',
  'onboard_date',
  'offboard_date',
  'is_legacy',
  'updated_at',
  'updated_by',
  'version',
  'destroyed_at',
] as const

export type DeviceUserRow = Pick<Selectable<Tables['device_users']>, (typeof deviceUserColumns)[number]>

/** A device user as calls return it. The services were validated when they were stored. */
export const deviceUserOf = (row: DeviceUserRow): DeviceUser => ({
  ...row,
  services: row.services as DeviceUser['services'],
})

export const deviceUsers = versionedTable({
  table: 'device_users',
  key: 'device_user_reference',
  columns: deviceUserColumns,
  whenExists: 'device_user.exists',
})

/** A person whose data retention destroyed is unknown to everybody: the row only keeps references valid (docs/decisions/0102). */
const unlessEnded = (row: DeviceUserRow | undefined): DeviceUserRow | undefined =>
  row?.destroyed_at === null ? row : undefined

/** Finds a device user; `undefined` if unknown. */
export const findDeviceUser = async (tx: TenantTransaction, reference: string): Promise<DeviceUserRow | undefined> =>
  unlessEnded(await deviceUsers.find(tx, reference))

/** The same, locked. */
export const lockDeviceUser = async (tx: TenantTransaction, reference: string): Promise<DeviceUserRow | undefined> =>
  unlessEnded(await deviceUsers.lock(tx, reference))

/** Selects device users that exist. */
export const selectDeviceUsers = (tx: TenantTransaction, references: readonly string[]) =>
  deviceUsers.select(tx).where('device_user_reference', 'in', references).where('destroyed_at', 'is', null)

/**
 * Replaces fields of a locked device user. A group that they leave is kept, because holds on it go on to keep them; people without a device
 * are in no history of devices (docs/decisions/0102).
 */
export const replaceDeviceUser = async (
  tx: TenantTransaction,
  reference: string,
  fields: Parameters<typeof deviceUsers.replace>[2],
  updated_by: string,
): Promise<DeviceUserRow> => {
  const { group } = fields
  const before = await tx.db
    .selectFrom('device_users')
    .select(['group', 'former_groups'])
    .where('client', '=', tx.client)
    .where('device_user_reference', '=', reference)
    .executeTakeFirst()
  const isMoved = before !== undefined && group !== undefined && before.group !== group
  const left = isMoved ? [...new Set([...before.former_groups, before.group])].filter((one) => one !== group) : null
  return deviceUsers.replace(tx, reference, { ...fields, ...(left && { former_groups: left.sort() }) }, updated_by)
}

/** Adds a device user, also under the reference of one that retention ended. */
export const insertDeviceUser = async (
  tx: TenantTransaction,
  reference: string,
  fields: Parameters<typeof deviceUsers.insert>[2],
  updated_by: string,
): Promise<DeviceUserRow> => {
  const ended = await deviceUsers.lock(tx, reference)
  return ended && ended.destroyed_at !== null
    ? deviceUsers.replace(tx, reference, { ...fields, offboard_date: null, destroyed_at: null }, updated_by)
    : deviceUsers.insert(tx, reference, fields, updated_by)
}

/** Finds an active device user and prevents their offboarding until the transaction ends. */
export const lockActiveDeviceUser = (tx: TenantTransaction, device_user_reference: string) =>
  tx.db
    .selectFrom('device_users')
    .select(['device_user_reference', 'group', 'services', 'email', 'first_name', 'surname'])
    .where('client', '=', tx.client)
    .where('device_user_reference', '=', device_user_reference)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()

export type ActiveDeviceUser = NonNullable<Awaited<ReturnType<typeof lockActiveDeviceUser>>>

/** Names of these device users, if they are in one of these groups now. */
export const namesOfDeviceUsers = async (
  { db, client }: TenantTransaction,
  { device_user_references, groups }: { device_user_references: readonly string[]; groups: readonly string[] },
): Promise<{ device_user_reference: string; name: string }[]> => {
  const people = await db
    .selectFrom('device_users')
    .select(['device_user_reference', 'first_name', 'surname'])
    .where('client', '=', client)
    .where(
      sql<boolean>`device_user_reference = any(${device_user_references}::text[]) and "group" = any(${groups}::text[])`,
    )
    .orderBy('device_user_reference')
    .execute()
  return people.flatMap(({ device_user_reference, first_name, surname }) => {
    const name = [first_name, surname].filter(Boolean).join(' ')
    return name ? [{ device_user_reference, name }] : []
  })
}
