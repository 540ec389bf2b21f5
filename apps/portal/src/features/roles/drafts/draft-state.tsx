import type { RoleDraftState } from '@holdfast/contract'
import { useText } from '../../../shared/i18n/text.ts'
import { Badge, type Tone } from '../../../shared/ui/badge.tsx'

const tones: Readonly<Record<RoleDraftState, Tone>> = {
  waiting: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
}

/** What became of a draft of a role. */
export const DraftState = ({ state }: { state: RoleDraftState }) => {
  const t = useText()
  return <Badge tone={tones[state]}>{t(`role_drafts.state_${state}`)}</Badge>
}
