import type { AccessRequest } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'

const tones: Readonly<Record<AccessRequest['state'] | 'ended', Tone>> = {
  waiting: 'warn',
  approved: 'good',
  ended: 'neutral',
  rejected: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
}

/** What became of a request. An approved one whose role has ended has ended, too. */
export const RequestState = ({ request }: { request: Pick<AccessRequest, 'state' | 'is_in_force'> }) => {
  const t = useText()
  const state = request.state === 'approved' && !request.is_in_force ? 'ended' : request.state
  return <Badge tone={tones[state]}>{t(`access_requests.state_${state}`)}</Badge>
}
