import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** Keeps that a device authenticated as a new installation. */
export const addDeviceReset = async (tx: TenantTransaction, device_reference: string): Promise<void> => {
  await tx.db.insertInto('device_resets').values({ client: tx.client, device_reference, reset_at: tx.now }).execute()
}

/** When a device was reset in a period, the latest first. */
export const deviceResetsBetween = async (
  { client, db }: TenantTransaction,
  device_reference: string,
  { from, until }: { from: string; until: string },
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('device_resets')
    .select('reset_at')
    .where('client', '=', client)
    .where('device_reference', '=', device_reference)
    .where('reset_at', '>=', from)
    .where('reset_at', '<', until)
    .orderBy('reset_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ reset_at }) => reset_at)
}

interface DeviceReset {
  device_reference: string
  reset_at: string
}

/** The first resets in a period of devices that are in a group now, and how many there are. */
export const deviceResetsOf = async (
  { client, db }: TenantTransaction,
  { group, from, until, limit }: { group: string; from: string; until: string; limit: number },
): Promise<{ total: number; items: DeviceReset[] }> => {
  const ofGroup = sql`from device_resets r join devices d on d.client = ${client} and d.device_reference = r.device_reference
    where r.client = ${client} and d."group" = ${group} and r.reset_at >= ${from}::timestamptz and r.reset_at < ${until}::timestamptz`
  const counted = await sql<{ total: number }>`select count(*) as total ${ofGroup}`.execute(db)
  const { rows } = await sql<DeviceReset>`select r.device_reference, r.reset_at ${ofGroup}
    order by r.reset_at, r.device_reference limit ${limit}`.execute(db)
  return { total: counted.rows[0]?.total ?? 0, items: rows }
}
