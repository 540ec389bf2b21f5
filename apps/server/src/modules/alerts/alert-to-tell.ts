import type { TenantTransaction } from '../../platform/database/index.ts'

/**
 * An alert that people are told of: one that is Triggered, not of low severity, and whose key is not silenced. An alert whose key
 * is silenced is silenced as long.
 */
export const alertToTell = async (tx: TenantTransaction, alert_reference: string) => {
  const alert = await tx.db
    .selectFrom('alerts')
    .select([
      'alert_reference',
      'alert_key',
      'alert_scope',
      'alert_severity',
      'alert_state',
      'alert_subject',
      'alert_targets',
      'group',
    ])
    .where('client', '=', tx.client)
    .where('alert_reference', '=', alert_reference)
    .executeTakeFirst()
  if (!alert || alert.alert_state === 'Cleared' || alert.alert_severity === 'Low') return null
  const silenced_until = await endOfSilence(tx, alert.alert_key)
  if (silenced_until === null) return alert
  await tx.db
    .updateTable('alerts')
    .set({ silenced_until })
    .where('client', '=', tx.client)
    .where('alert_reference', '=', alert_reference)
    .execute()
  return null
}

/** Until when alerts with a key are silenced; `null` if they are not. */
const endOfSilence = async (tx: TenantTransaction, alert_key: string): Promise<string | null> => {
  const silenced = await tx.db
    .selectFrom('alerts')
    .select('silenced_until')
    .where('client', '=', tx.client)
    .where('alert_key', '=', alert_key)
    .where('silenced_until', '>', tx.now.toISOString())
    .orderBy('silenced_until', 'desc')
    .executeTakeFirst()
  return silenced?.silenced_until ?? null
}
