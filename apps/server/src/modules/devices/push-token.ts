import { sql } from 'kysely'
import { storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { lockDevice } from './verified-device.ts'

/** The FCM registration token that a device reported; `null` without one, and for a device that gets no commands. */
export const findPushToken = async (tx: TenantTransaction, device_reference: string): Promise<string | null> => {
  const device = await tx.db
    .selectFrom('devices')
    .select(sql<string | null>`device_info ->> 'fcm_token'`.as('fcm_token'))
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .where('is_blocked', '=', false)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return device?.fcm_token ?? null
}

/** Forgets a token that FCM does not know any more, unless the device has reported another one meanwhile. */
export const forgetPushToken = async (
  tx: TenantTransaction,
  device_reference: string,
  fcm_token: string,
): Promise<void> => {
  const device = await lockDevice(tx, device_reference)
  if (device?.device_info.fcm_token !== fcm_token) return
  await tx.db
    .updateTable('devices')
    .set({ device_info: storedJson({ ...device.device_info, fcm_token: null }) })
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .execute()
}
