import {
  type Action,
  type AlertSeverity,
  type ClientSituation,
  type ServiceName,
  silentAfterDays,
} from '@holdfast/contract'
import type { MessageId } from '../../../shared/i18n/text.ts'

type Value =
  | { kind: 'count'; count: number; since: string | null }
  | { kind: 'bytes'; bytes: number }
  | { kind: 'licence'; service: ServiceName; used: number; limit: number }
  | { kind: 'alerts'; alerts: readonly { severity: AlertSeverity; count: number }[] }

export interface Figure {
  label: MessageId
  value: Value
  tone: 'bad' | 'warn' | 'neutral' | 'quiet'
  /** Where staff can act; null where they may not look, or if there is nothing. */
  to: {
    path: '/internal/alerts' | '/internal/licenses' | '/internal/telemetry' | '/internal/statistics'
    filter: object
    /** Label of the link if its screen does not have exactly what was counted. Without it, the figure itself is the link. */
    words: MessageId | null
  } | null
}

/** Recordings usually wait for seconds. */
const longBacklogMs = 15 * 60_000

/**
 * One account in the overview, with links to screens that the person may open. Of an account that was never counted, only what is read
 * at the moment: alerts and licences.
 */
export const figuresOf = (situation: ClientSituation, can: (action: Action) => boolean): Figure[] => {
  const { client, alerts, backlog, backlog_since, licence, stored_bytes } = situation
  const of = { clients: [client] }
  const to = (
    action: Action,
    path: NonNullable<Figure['to']>['path'],
    filter: object = of,
    words: MessageId | null = null,
  ): Figure['to'] => (can(action) ? { path, filter, words } : null)
  // Staff may not list the recordings of customers, and of devices only those that have sent telemetry.
  const failures = { ...of, conditions: ['payload_failed'] }
  const toFailed = to('internal:alerts', '/internal/alerts', failures, 'statistics.to_alerts')
  const silent = { ...of, silent_days: String(silentAfterDays) }
  const toSilent = to('internal:telemetry', '/internal/telemetry', silent, 'statistics.to_telemetry')
  const toDevices = to('internal:telemetry', '/internal/telemetry', of, 'statistics.to_telemetry')
  const byService = { ...of, rows: 'services' }
  const toStatistics = to('internal:statistics', '/internal/statistics', byService)
  const toRecent = to('internal:statistics', '/internal/statistics', byService, 'statistics.to_recent')
  const count = (label: MessageId, number: number, tone: Figure['tone'], where: Figure['to']): Figure => ({
    label,
    value: { kind: 'count', count: number, since: null },
    tone: number === 0 ? 'quiet' : tone,
    to: number === 0 ? null : where,
  })
  const isLong = backlog_since !== null && Date.now() - Date.parse(backlog_since) > longBacklogMs
  const alertsOrNone = alerts === null ? [] : [alertsFigure(client, alerts, can)]
  const licences: Figure[] =
    licence === null
      ? []
      : [
          {
            label: 'statistics.licences',
            value: { kind: 'licence', ...licence },
            tone: licence.used >= licence.limit ? 'warn' : 'neutral',
            to: to('internal:licences', '/internal/licenses'),
          },
        ]
  if (situation.as_of === null) return [...alertsOrNone, ...licences]
  return [
    ...alertsOrNone,
    count('statistics.failed', situation.failed, 'bad', toFailed),
    count('statistics.quarantined', situation.quarantined, 'bad', toRecent),
    // Alerts of late and quarantined recordings are shown to the customer only.
    count('statistics.late', situation.late, 'warn', null),
    {
      label: 'statistics.backlog',
      value: { kind: 'count', count: backlog, since: backlog_since },
      tone: isLong ? 'bad' : backlog > 0 ? 'neutral' : 'quiet',
      to: backlog > 0 ? toRecent : null,
    },
    count('statistics.silent', situation.silent_devices, 'warn', toSilent),
    count('statistics.devices', situation.devices, 'neutral', toDevices),
    count('statistics.users', situation.users, 'neutral', toStatistics),
    ...licences,
    { label: 'statistics.stored', value: { kind: 'bytes', bytes: stored_bytes }, tone: 'neutral', to: toStatistics },
  ]
}

const alertsFigure = (
  client: string,
  alerts: NonNullable<ClientSituation['alerts']>,
  can: (action: Action) => boolean,
): Figure => {
  const open = alerts.filter(({ count }) => count > 0).toReversed()
  const worst = open[0]?.severity
  return {
    label: 'statistics.alerts',
    value: { kind: 'alerts', alerts: open },
    tone: worst === undefined ? 'quiet' : worst === 'High' ? 'bad' : 'warn',
    to:
      worst !== undefined && can('internal:alerts')
        ? { path: '/internal/alerts', filter: { clients: [client] }, words: null }
        : null,
  }
}
