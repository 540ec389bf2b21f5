import type { Alert, AlertSeverity } from '@holdfast/contract'
import { alertStateWords } from '@holdfast/words'
import { useText } from '../i18n/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Record<AlertSeverity, Tone> = { High: 'bad', Medium: 'warn', Low: 'neutral' }

export const SeverityBadge = ({ severity }: { severity: AlertSeverity }) => {
  const t = useText()
  return <Badge tone={tones[severity]}>{t(`alerts.severity_${severity}`)}</Badge>
}

const tonesOfStates: Readonly<Record<ReturnType<typeof alertStateWords>, Tone>> = {
  'alerts.state_Cleared': 'good',
  'alerts.silenced': 'info',
  'alerts.acknowledged': 'info',
  'alerts.state_Triggered': 'neutral',
}

/** Cleared, or how far somebody looks after it. */
export const AlertStateBadge = ({ alert }: { alert: Alert }) => {
  const words = alertStateWords(alert)
  return <Badge tone={tonesOfStates[words]}>{useText()(words)}</Badge>
}
