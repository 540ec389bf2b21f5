import { type GroupStats, serviceNames } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

interface Counted {
  group: string
  /** null counts the group as a whole. */
  service: string | null
  holders: number
  expected: number
}

/** Counts of the given groups: two queries, whatever the number of groups. */
export const statsOfGroups = async (
  tx: TenantTransaction,
  groups: readonly string[],
): Promise<ReadonlyMap<string, GroupStats>> => {
  const users = keyed(await countUsers(tx, groups))
  const devices = keyed(await countDevices(tx, groups))
  const of = (counts: ReadonlyMap<string, Counted>, group: string, service: string | null) =>
    counts.get(`${group}\n${service ?? ''}`)
  return new Map(
    groups.map((group) => [
      group,
      {
        device_users: of(users, group, null)?.holders ?? 0,
        expected_devices: of(users, group, null)?.expected ?? 0,
        actual_devices: of(devices, group, null)?.holders ?? 0,
        services: serviceNames.map((service) => ({
          service,
          // A licence is used by each active device that records the service.
          used_licenses: of(devices, group, service)?.holders ?? 0,
          expected_devices: of(users, group, service)?.expected ?? 0,
          active_devices: of(devices, group, service)?.holders ?? 0,
          active_users: of(users, group, service)?.holders ?? 0,
        })),
      },
    ]),
  )
}

const keyed = (rows: readonly Counted[]): ReadonlyMap<string, Counted> =>
  new Map(rows.map((row) => [`${row.group}\n${row.service ?? ''}`, row]))

/** Each holder counts once for the group (service null) and once for each of their services. */
const everyServiceAndNone = sql`unnest(array_append(services, null)) as service`

const countUsers = async (tx: TenantTransaction, groups: readonly string[]): Promise<Counted[]> => {
  const { rows } = await sql<Counted>`
    select "group", service, count(*) as holders, sum(expected_device_count) as expected
    from (
      select "group", expected_device_count, ${everyServiceAndNone} from device_users
      where client = ${tx.client} and is_active and "group" = any(${groups}::text[])
    ) held group by "group", service`.execute(tx.db)
  return rows
}

const countDevices = async (tx: TenantTransaction, groups: readonly string[]): Promise<Counted[]> => {
  const { rows } = await sql<Counted>`
    select "group", service, count(*) as holders, 0 as expected
    from (
      select "group", ${everyServiceAndNone} from devices
      where client = ${tx.client} and not is_deactivated and activated_at is not null and "group" = any(${groups}::text[])
    ) held group by "group", service`.execute(tx.db)
  return rows
}
