import type { ListTotal } from '@holdfast/contract'
import { sql } from 'kysely'
import { cappedTotal, maxCountedRows } from '../../core/calls/index.ts'
import { allOf, type Condition, isAnyOf, isEqual, type TenantTransaction } from '../../platform/database/index.ts'

/** Whether a device user is active and has fewer active devices than expected. */
export const hasFewerDevices = (client: string, wanted: boolean | undefined): Condition =>
  wanted
    ? sql<boolean>`is_active and expected_device_count > (select count(*) from devices
        where client = ${client} and devices.device_user_reference = device_users.device_user_reference
          and not is_deactivated and activated_at is not null)`
    : undefined

/** The total of `GET /users` with the same filter, in these groups. */
export const countPeopleWithFewerDevices = async (
  { client, db }: TenantTransaction,
  groups: readonly string[],
): Promise<ListTotal> => {
  const where = allOf([isEqual('client', client), isAnyOf('group', groups), hasFewerDevices(client, true)])
  const counted = await sql<{ total: number }>`select count(*) as total
    from (select from device_users where ${where} limit ${maxCountedRows}) counted`.execute(db)
  return cappedTotal(counted.rows[0]?.total ?? 0)
}

interface PersonWithFewerDevices {
  device_user_reference: string
  expected_devices: number
  active_devices: number
}

/**
 * The people of one group who have fewer devices than expected, without those onboarded at `until` or later: the first by reference, and
 * how many there are. People from before Holdfast may have no date of onboarding.
 */
export const peopleWithFewerDevices = async (
  { client, db }: TenantTransaction,
  { group, until, limit }: { group: string; until: string; limit: number },
): Promise<{ total: number; items: PersonWithFewerDevices[] }> => {
  const where = allOf([
    isEqual('client', client),
    isEqual('group', group),
    sql<boolean>`(onboard_date is null or onboard_date < ${until})`,
    hasFewerDevices(client, true),
  ])
  const counted = await sql<{ total: number }>`select count(*) as total from device_users where ${where}`.execute(db)
  const { rows } = await sql<PersonWithFewerDevices>`
    select device_user_reference, expected_device_count as expected_devices,
      (select count(*) from devices where client = ${client} and devices.device_user_reference = device_users.device_user_reference
        and not is_deactivated and activated_at is not null) as active_devices
    from device_users where ${where} order by device_user_reference limit ${limit}`.execute(db)
  return { total: counted.rows[0]?.total ?? 0, items: rows }
}
