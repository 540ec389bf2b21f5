import { type AlertCondition, type AlertConditionName, alertConditions } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { notifyScreens } from './notify-screens.ts'
import { alertKey } from './raise-alert.ts'
import { tellCleared } from './tell-job.ts'

/** Why an alert was cleared by the product, as stored; people's reasons are texts. */
export type ClearedBecause = 'condition_ended' | 'expired'

/**
 * Ends the alert of a condition in the transaction of what ended it; nothing happens if there is none. Conditions that come and go
 * end only after a quiet time (`endAlerts`).
 */
export const clearAlert = (tx: TenantTransaction, condition: AlertConditionName, of: string): Promise<void> =>
  clearAlerts(tx, condition, [of])

/** Ends the alerts of a condition about several things. */
export const clearAlerts = async (
  tx: TenantTransaction,
  condition: AlertConditionName,
  of: readonly string[],
): Promise<void> => {
  if (of.length === 0) return
  const { quiet_minutes }: AlertCondition = alertConditions[condition]
  const keys = of.map((one) => alertKey(condition, one))
  const change = quiet_minutes === undefined ? clearedColumns(tx.now, 'condition_ended', null) : { quiet_since: tx.now }
  const changed = await tx.db
    .updateTable('alerts')
    .set(change)
    .where('client', '=', tx.client)
    .where('alert_state', '=', 'Triggered')
    .where(sql<boolean>`alert_key = any(${keys}::text[])`)
    .$if(quiet_minutes !== undefined, (query) => query.where('quiet_since', 'is', null))
    .returning(['alert_reference', 'group', 'alert_targets'])
    .execute()
  if (quiet_minutes !== undefined) return
  await tellCleared(tx, changed)
  await notifyScreens(tx, changed)
}

/** What the alerts of a condition that are Triggered are about. */
export const triggeredOf = async (tx: TenantTransaction, condition: AlertConditionName): Promise<string[]> => {
  const rows = await tx.db
    .selectFrom('alerts')
    .select('alert_key')
    .where('client', '=', tx.client)
    .where('alert_state', '=', 'Triggered')
    .where('condition', '=', condition)
    .execute()
  return rows.map(({ alert_key }) => alert_key.slice(condition.length + 1))
}

/**
 * What the alerts of a condition were about that people cleared while their cause lasted: they are not raised again until it has ended
 * once. Of these `quiet_since` is the end of the cause.
 */
export const heldOf = async (tx: TenantTransaction, condition: AlertConditionName): Promise<string[]> => {
  const rows = await tx.db
    .selectFrom('alerts')
    .select('alert_key')
    .distinct()
    .where('client', '=', tx.client)
    .where('condition', '=', condition)
    .where('alert_state', '=', 'Cleared')
    .where('updated_by', 'is not', null)
    .where('quiet_since', 'is', null)
    .execute()
  return rows.map(({ alert_key }) => alert_key.slice(condition.length + 1))
}

/** Has the causes raise alerts again when they come back. */
export const releaseHeld = async (
  tx: TenantTransaction,
  condition: AlertConditionName,
  ended: readonly string[],
): Promise<void> => {
  if (ended.length === 0) return
  const keys = ended.map((of) => alertKey(condition, of))
  await tx.db
    .updateTable('alerts')
    .set({ quiet_since: tx.now })
    .where('client', '=', tx.client)
    .where('alert_state', '=', 'Cleared')
    .where('updated_by', 'is not', null)
    .where('quiet_since', 'is', null)
    .where(sql<boolean>`alert_key = any(${keys}::text[])`)
    .execute()
}

export const clearedColumns = (now: Date, cleared_reason: string, updated_by: string | null) => ({
  alert_state: 'Cleared' as const,
  cleared_at: now,
  cleared_reason,
  quiet_since: null,
  updated_at: now,
  updated_by,
})
