import type { SupportAccess, SupportAccessApprovalState } from '@holdfast/contract'
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

/** The state of a request for support access. One that was approved before it was canceled is a visit that staff ended. */
export const ApprovalState = ({ request }: { request: SupportAccess }) => {
  const t = useText()
  const { approval_state: state, approved_by, requested_by: who } = request
  const hasEnded = state === 'canceled' && approved_by !== null
  return <Badge tone={tones[state]}>{hasEnded ? t('support.ended_by', { who }) : t(`support.state_${state}`)}</Badge>
}
