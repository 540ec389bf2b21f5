import type { TenantTransaction } from '../../platform/database/index.ts'

/**
 * An alert that is told, and whether people and systems are told of it: not of one whose key is silenced, which is then silenced as
 * long.
 */
export const alertToTell = async (tx: TenantTransaction, alert_reference: string) => {
  const alert = await findTold(tx, alert_reference)
  if (!alert || alert.alert_state === 'Cleared') return alert && { ...alert, isSilenced: alert.silenced_until !== null }
  const silence = await presentSilence(tx, alert.alert_key)
  if (!silence) return { ...alert, isSilenced: false }
  await tx.db
    .updateTable('alerts')
    .set(silence)
    .where('client', '=', tx.client)
    .where('alert_reference', '=', alert_reference)
    .execute()
  return { ...alert, isSilenced: true }
}

/** An alert as people and systems are told of it. */
export const findTold = (tx: TenantTransaction, alert_reference: string) =>
  tx.db
    .selectFrom('alerts')
    .select([
      'alert_reference',
      'alert_key',
      'alert_type',
      'alert_scope',
      'alert_severity',
      'alert_state',
      'alert_subject',
      'alert_targets',
      'condition',
      'condition_values',
      'first_occurrence',
      'silenced_until',
      'group',
    ])
    .where('client', '=', tx.client)
    .where('alert_reference', '=', alert_reference)
    .executeTakeFirst()

/** Remembers that everybody has been told. */
export const markTold = async (tx: TenantTransaction, alert_reference: string): Promise<void> => {
  await tx.db
    .updateTable('alerts')
    .set({ told_at: tx.now })
    .where('client', '=', tx.client)
    .where('alert_reference', '=', alert_reference)
    .where('told_at', 'is', null)
    .execute()
}

/** The silence of alerts with a key, if there is one. */
const presentSilence = (tx: TenantTransaction, alert_key: string) =>
  tx.db
    .selectFrom('alerts')
    .select(['silenced_until', 'silenced_by'])
    .where('client', '=', tx.client)
    .where('alert_key', '=', alert_key)
    .where('silenced_until', '>', tx.now.toISOString())
    .orderBy('silenced_until', 'desc')
    .executeTakeFirst()
