import type { TenantTransaction } from '../../platform/database/index.ts'

const preciseToMs = 60_000

/** Notes that a device called. To the minute: a row that every call rewrites would cost more than the calls. */
export const noteDeviceSeen = async (tx: TenantTransaction, device_reference: string): Promise<void> => {
  const aMinuteAgo = new Date(tx.now.getTime() - preciseToMs).toISOString()
  await tx.db
    .updateTable('devices')
    .set({ last_seen: tx.now })
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .where((eb) => eb.or([eb('last_seen', 'is', null), eb('last_seen', '<', aMinuteAgo)]))
    .execute()
}
