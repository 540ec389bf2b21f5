import { sql } from 'kysely'
import { allOf, isAnyOf, isEqual, type TenantTransaction } from '../../platform/database/index.ts'
import { isSilent } from './silent-devices.ts'

interface Scope {
  groups: readonly string[]
  device_reference?: string | undefined
  device_user_reference?: string | undefined
}

/** On which UTC days the devices that are silent now were heard of last. */
export const silentDevicesByDay = async (
  { client, db }: TenantTransaction,
  { groups, device_reference, device_user_reference }: Scope,
  silent_since: string,
): Promise<{ day: string; devices: number }[]> => {
  const where = allOf([
    isEqual('client', client),
    isAnyOf('group', groups),
    isEqual('device_reference', device_reference),
    isEqual('device_user_reference', device_user_reference),
    isSilent(silent_since),
  ])
  const { rows } = await sql<{ day: string; devices: number }>`
    select (coalesce(last_seen, activated_at) at time zone 'UTC')::date::text as day, count(*) as devices
    from devices where ${where} group by 1`.execute(db)
  return rows
}
