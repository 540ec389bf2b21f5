import { type AlertCondition, type AlertConditionName, alertConditionNames, alertConditions } from '@holdfast/contract'
import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type ClearedBecause, clearedColumns } from './clear-alert.ts'
import { notifyScreens } from './notify-screens.ts'
import { tellCleared } from './tell-job.ts'

const minuteMs = 60_000

const quietMinutes = alertConditionNames.flatMap((condition): [AlertConditionName, number][] => {
  const { quiet_minutes }: AlertCondition = alertConditions[condition]
  return quiet_minutes === undefined ? [] : [[condition, quiet_minutes]]
})

/** Clears alerts that have expired, and those whose cause has been away for their quiet time. */
export const endAlerts: Job<Record<string, unknown>> = {
  definition: { name: 'end_alerts', payload: Type.Object({}), maxAttempts: 3 },
  schedule: '* * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      signal.throwIfAborted()
      await platform.database.transaction(client, endAlertsOf)
    }
  },
}

export const endAlertsOf = async (tx: TenantTransaction): Promise<void> => {
  const expired = await triggered(tx, 'expired').where('expires_after', '<=', tx.now.toISOString()).execute()
  const quiet = []
  for (const [condition, minutes] of quietMinutes) {
    const since = new Date(tx.now.getTime() - minutes * minuteMs)
    quiet.push(
      ...(await triggered(tx, 'condition_ended')
        .where('condition', '=', condition)
        .where('quiet_since', '<=', since.toISOString())
        .execute()),
    )
  }
  const ended = [...expired, ...quiet]
  await tellCleared(tx, ended)
  await notifyScreens(tx, ended)
}

const triggered = (tx: TenantTransaction, because: ClearedBecause) =>
  tx.db
    .updateTable('alerts')
    .set(clearedColumns(tx.now, because, null))
    .where('client', '=', tx.client)
    .where('alert_state', '=', 'Triggered')
    .returning(['alert_reference', 'group', 'alert_targets'])
