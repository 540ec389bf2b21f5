import type { SupportAccessApprovalState } from '@holdfast/contract'
import { useText } from '../i18n/text.ts'
import { Badge, type Tone } from './badge.tsx'

const tones: Readonly<Record<SupportAccessApprovalState, Tone>> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  revoked: 'bad',
  canceled: 'neutral',
  expired: 'neutral',
}

/** The state of a request for support access. */
export const ApprovalState = ({ state }: { state: SupportAccessApprovalState }) => {
  const t = useText()
  return <Badge tone={tones[state]}>{t(`support.state_${state}`)}</Badge>
}
