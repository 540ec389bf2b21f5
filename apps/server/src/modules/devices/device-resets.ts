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
