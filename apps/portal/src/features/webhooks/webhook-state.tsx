import type { Webhook } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'

type State = 'active' | 'off' | 'failing' | 'switched_off'

const tones: Readonly<Record<State, Tone>> = { active: 'good', off: 'neutral', failing: 'warn', switched_off: 'bad' }

const stateOf = ({ is_active, failing_since, switched_off_at }: Webhook): State => {
  if (!is_active) return switched_off_at === null ? 'off' : 'switched_off'
  return failing_since === null ? 'active' : 'failing'
}

/** Whether events are delivered. */
export const WebhookState = ({ webhook }: { webhook: Webhook }) => {
  const t = useText()
  const state = stateOf(webhook)
  return <Badge tone={tones[state]}>{t(`webhooks.state_${state}`)}</Badge>
}
