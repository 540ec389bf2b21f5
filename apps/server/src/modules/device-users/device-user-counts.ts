import type { Dashboard } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** Counts the device users of these groups by state. */
export const countDeviceUsers = async (
  { client, db }: TenantTransaction,
  groups: readonly string[],
): Promise<Dashboard['users']> => {
  const { rows } = await sql<Dashboard['users']>`select
    count(*) filter (where is_active and not is_legacy) as onboarded,
    count(*) filter (where not is_active and not is_legacy) as offboarded,
    count(*) filter (where is_active and is_legacy) as "legacyOnboarded",
    count(*) filter (where not is_active and is_legacy) as "legacyOffboarded"
    from device_users where client = ${client} and destroyed_at is null and "group" = any(${groups}::text[])`.execute(
    db,
  )
  const [counted] = rows
  if (!counted) throw new Error('a count without a row')
  return counted
}

/** The active device users of one group that have the same services. */
export interface DeviceUsersOfServices {
  group: string
  services: string[]
  holders: number
  /** How many devices they are expected to have. */
  expected: number
}

/** Counts the active device users of these groups by group and services. */
export const countUsersByServices = async (
  { client, db }: TenantTransaction,
  groups: readonly string[],
): Promise<DeviceUsersOfServices[]> => {
  const { rows } = await sql<DeviceUsersOfServices>`
    select "group", services, count(*) as holders, sum(expected_device_count) as expected
    from device_users where client = ${client} and is_active and "group" = any(${groups}::text[])
    group by "group", services`.execute(db)
  return rows
}

/** How many devices the active device users of the account are expected to have, by service. */
export const countExpectedByService = async ({ client, db }: TenantTransaction): Promise<Map<string, number>> => {
  const { rows } = await sql<{ service: string; expected: number }>`
    select service, sum(expected_device_count) as expected from device_users cross join unnest(services) as service
    where client = ${client} and is_active
    group by service`.execute(db)
  return new Map(rows.map(({ service, expected }) => [service, expected]))
}

/** Counts the active device users of the account, and those who have a service, by service. */
export const countActiveUsers = async ({
  client,
  db,
}: TenantTransaction): Promise<{ active: number; byService: ReadonlyMap<string, number> }> => {
  const { rows } = await sql<{ service: string | null; users: number }>`
    select null as service, count(*) as users from device_users where client = ${client} and is_active
    union all
    select service, count(*) from device_users cross join unnest(services) as service
    where client = ${client} and is_active group by service`.execute(db)
  const active = Number(rows.find(({ service }) => service === null)?.users ?? 0)
  return {
    active,
    byService: new Map(rows.flatMap(({ service, users }) => (service === null ? [] : [[service, Number(users)]]))),
  }
}

/** A query for one row for each device user of a group. */
export const deviceUsersOfGroup = ({ client }: Pick<TenantTransaction, 'client'>, group: string): RawBuilder<unknown> =>
  sql`select from device_users where client = ${client} and "group" = ${group}`
