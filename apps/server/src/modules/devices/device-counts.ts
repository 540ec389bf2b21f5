import type { Dashboard } from '@holdfast/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { allOf, type Tables, type TenantTransaction } from '../../platform/database/index.ts'
import { isSilent } from './silent-devices.ts'

/** Counts the devices of these groups by state. */
export const countDevices = async (
  { client, db }: TenantTransaction,
  groups: readonly string[],
): Promise<Dashboard['devices']> => {
  const { rows } = await sql<Dashboard['devices']>`select
    count(*) filter (where not is_deactivated and activated_at is not null and not is_legacy) as activated,
    count(*) filter (where not is_deactivated and activated_at is null and not is_legacy) as pending,
    count(*) filter (where is_deactivated and not is_legacy) as deactivated,
    count(*) filter (where not is_deactivated and is_legacy) as "legacyActivated",
    count(*) filter (where is_deactivated and is_legacy) as "legacyDeactivated"
    from devices where client = ${client} and "group" = any(${groups}::text[]) and removed_at is null`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('a count without a row')
  return counted
}

/** Others are left out, which only devices that report versions of their own could cause. */
const maxVersions = 1000

/** The versions that devices of these groups report, the most frequent first. */
export const countVersions = async (
  { client, db }: TenantTransaction,
  field: 'app_version' | 'os_version',
  groups: readonly string[],
): Promise<Dashboard['app_versions']> => {
  const { rows } = await sql<Dashboard['app_versions'][number]>`
    select device_info ->> ${field} as version, count(*) as count from devices
    where client = ${client} and "group" = any(${groups}::text[]) and not is_deactivated and device_info ? ${field}
    group by 1 order by 2 desc, 1 limit ${maxVersions}`.execute(db)
  return rows
}

/** The active devices of one group that have the same services. */
export interface DevicesOfServices {
  group: string
  services: string[]
  holders: number
}

/** Counts the active devices of these groups by group and services. */
export const countDevicesByServices = async (
  { client, db }: TenantTransaction,
  groups: readonly string[],
): Promise<DevicesOfServices[]> => {
  const { rows } = await sql<DevicesOfServices>`
    select "group", services, count(*) as holders
    from devices
    where client = ${client} and not is_deactivated and activated_at is not null and "group" = any(${groups}::text[])
    group by "group", services`.execute(db)
  return rows
}

/** Counts the active devices of the account by service: each uses a licence. */
export const countDevicesByService = async ({ client, db }: TenantTransaction): Promise<Map<string, number>> => {
  const { rows } = await sql<{ service: string; devices: number }>`
    select service, count(*) as devices from devices cross join unnest(services) as service
    where client = ${client} and not is_deactivated and activated_at is not null
    group by service`.execute(db)
  return new Map(rows.map(({ service, devices }) => [service, devices]))
}

/** The same, of each of these customers, for the provider's area. */
export const countDevicesOfClients = async (
  db: Kysely<Tables>,
  clients: readonly string[],
): Promise<(client: string, service: string) => number> => {
  if (clients.length === 0) return () => 0
  const { rows } = await sql<{ client: string; service: string; devices: number }>`
    select client, service, count(*) as devices from devices cross join unnest(services) as service
    where client = any(${clients}::text[]) and not is_deactivated and activated_at is not null
    group by client, service`.execute(db)
  const counted = new Map(rows.map(({ client, service, devices }) => [`${client} ${service}`, Number(devices)]))
  return (client, service) => counted.get(`${client} ${service}`) ?? 0
}

/** Counts the active devices of the account, and those among them that have not been heard of since a date. */
export const countActiveDevices = async (
  { client, db }: TenantTransaction,
  silent_since: string,
): Promise<{ active: number; silent: number }> => {
  const { rows } = await sql<{ active: number; silent: number }>`select
    count(*) filter (where not is_deactivated and activated_at is not null) as active,
    count(*) filter (where ${allOf([isSilent(silent_since)])}) as silent
    from devices where client = ${client}`.execute(db)
  return { active: Number(rows[0]?.active ?? 0), silent: Number(rows[0]?.silent ?? 0) }
}

/** The services of each active device that these people hold, by person. */
export const activeDeviceServices = async (
  { client, db }: TenantTransaction,
  device_user_references: readonly string[],
): Promise<ReadonlyMap<string, readonly string[][]>> => {
  if (device_user_references.length === 0) return new Map()
  const rows = await db
    .selectFrom('devices')
    .select(['device_user_reference', 'services'])
    .where('client', '=', client)
    .where('device_user_reference', 'in', device_user_references)
    .where('is_deactivated', '=', false)
    .where('activated_at', 'is not', null)
    .execute()
  const services = new Map<string, string[][]>()
  for (const row of rows) {
    const person = row.device_user_reference ?? ''
    services.set(person, [...(services.get(person) ?? []), row.services])
  }
  return services
}

/** A query for one row for each device of a group, also of removed ones: recordings of theirs belong to the group, too. */
export const devicesOfGroup = ({ client }: Pick<TenantTransaction, 'client'>, group: string): RawBuilder<unknown> =>
  sql`select from devices where client = ${client} and "group" = ${group}`
