import type { Alert, AlertSeverity } from '@holdfast/contract'
import { useText } from '../i18n/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Record<AlertSeverity, Tone> = { High: 'bad', Medium: 'warn', Low: 'neutral' }

export const SeverityBadge = ({ severity }: { severity: AlertSeverity }) => {
  const t = useText()
  return <Badge tone={tones[severity]}>{t(`alerts.severity_${severity}`)}</Badge>
}

export const isSilenced = ({ alert_state, silenced_until }: Pick<Alert, 'alert_state' | 'silenced_until'>): boolean =>
  alert_state === 'Triggered' && silenced_until !== null && Date.parse(silenced_until) > Date.now()

/** Cleared, or how far somebody looks after it. */
export const AlertStateBadge = ({ alert }: { alert: Alert }) => {
  const t = useText()
  if (alert.alert_state === 'Cleared') return <Badge tone="good">{t('alerts.state_Cleared')}</Badge>
  if (isSilenced(alert)) return <Badge tone="info">{t('alerts.silenced')}</Badge>
  if (alert.acknowledged_by !== null) return <Badge tone="info">{t('alerts.acknowledged')}</Badge>
  return <Badge>{t('alerts.state_Triggered')}</Badge>
}
