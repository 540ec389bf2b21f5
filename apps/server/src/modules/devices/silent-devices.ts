import { type ListTotal, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import { allOf, type Condition, isEqual, type TenantTransaction } from '../../platform/database/index.ts'
import { countDevices } from './count-devices.ts'

/** Whether an active device, which nobody blocked, has not been heard of since a date. One that never was is silent since it was activated. */
export const isSilent = (silent_since: string | undefined): Condition =>
  silent_since === undefined
    ? undefined
    : sql<boolean>`not is_deactivated and not is_blocked and not is_legacy and activated_at is not null
        and coalesce(last_seen, activated_at) < ${spanOfDateParameter(silent_since).from}::timestamptz`

/** For a query across customers of rows that name a device: whether it is silent. */
export const isOfSilentDevice = (table: string, silent_since: string | undefined): Condition =>
  silent_since === undefined
    ? undefined
    : sql<boolean>`exists (select from devices where client = ${sql.ref(`${table}.client`)}
        and device_reference = ${sql.ref(`${table}.device_reference`)} and ${allOf([isSilent(silent_since)])})`

/** The total of `GET /devices` with the same filter, in these groups. */
export const countSilentDevices = (
  tx: TenantTransaction,
  groups: readonly string[],
  silent_since: string,
): Promise<ListTotal> => countDevices(tx, groups, isSilent(silent_since))

interface SilentDevice {
  device_reference: string
  device_user_reference: string | null
  last_seen: string | null
}

/** The first silent devices of one group, by their references, and how many there are. */
export const silentDevicesOf = async (
  { client, db }: TenantTransaction,
  { group, silent_since, limit }: { group: string; silent_since: string; limit: number },
): Promise<{ total: number; items: SilentDevice[] }> => {
  const where = allOf([isEqual('client', client), isEqual('group', group), isSilent(silent_since)])
  const counted = await sql<{ total: number }>`select count(*) as total from devices where ${where}`.execute(db)
  const { rows } = await sql<SilentDevice>`select device_reference, device_user_reference, last_seen from devices
    where ${where} order by device_reference limit ${limit}`.execute(db)
  return { total: counted.rows[0]?.total ?? 0, items: rows }
}
