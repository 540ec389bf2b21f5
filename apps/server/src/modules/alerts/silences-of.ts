import { type Alert, type AlertSilence, maxAlertSilenceDays } from '@holdfast/contract'
import { type AuditedEvent, changesWithEvent } from '../../core/activities/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

type Silenced = Pick<Alert, 'alert_reference' | 'alert_key' | 'first_occurrence' | 'cleared_at'>

const dayMs = 24 * 60 * 60 * 1000
/** How many changes are read, and of how many of the latest alerts with the same key. */
const mostChanges = 100
const mostAlerts = 10

/**
 * Who silenced an alert, why, until when, and who ended that early, by the trail, oldest first. A silence belongs to all alerts with the key:
 * one that began before this alert is told if it lasted until then. Earlier than the longest silence before now, or before the alert was
 * cleared, nothing is looked for: the trail of a long time is long.
 */
export const silencesOf = async (tx: TenantTransaction, alert: Silenced): Promise<AlertSilence[]> => {
  const references = await sameKey(tx, alert)
  const end = alert.cleared_at === null ? tx.now.getTime() : Date.parse(alert.cleared_at)
  const longest = maxAlertSilenceDays * dayMs
  const changes = await changesWithEvent(tx, {
    wanted: references.flatMap((reference) =>
      ['silence', 'unsilence'].map((decision) => ({
        event: 'alert.changed',
        details: { decision, alert_references: [reference] },
      })),
    ),
    from: new Date(end - longest),
    to: new Date(end + longest),
    limit: mostChanges,
  })
  const silences: AlertSilence[] = []
  for (const { user_id, activity_time, events } of changes) {
    for (const { decision, reason, until, alert_references } of events.map(detailsOf)) {
      const last = silences.at(-1)
      const isOwn = alert_references?.includes(alert.alert_reference) ?? false
      if (decision === 'silence' && until && (isOwn || activity_time < alert.first_occurrence)) {
        const silence = { silenced_by: user_id, silenced_at: activity_time, until, reason: reason ?? null }
        silences.push({ ...silence, ended_by: null, ended_at: null })
      } else if (decision === 'unsilence' && last?.ended_at === null && last.until > activity_time) {
        silences[silences.length - 1] = { ...last, ended_by: user_id, ended_at: activity_time }
      }
    }
  }
  return silences.filter(({ until, ended_at }) => (ended_at ?? until) > alert.first_occurrence)
}

interface Details {
  decision?: string
  reason?: string | null
  until?: string | null
  alert_references?: string[]
}

const detailsOf = ({ event, details }: AuditedEvent): Details => (event === 'alert.changed' ? (details as Details) : {})

const sameKey = async (tx: TenantTransaction, { alert_reference, alert_key }: Silenced): Promise<string[]> => {
  const rows = await tx.db
    .selectFrom('alerts')
    .select('alert_reference')
    .where('client', '=', tx.client)
    .where('alert_key', '=', alert_key)
    .orderBy('alert_reference', 'desc')
    .limit(mostAlerts)
    .execute()
  return [...new Set([alert_reference, ...rows.map((row) => row.alert_reference)])]
}
