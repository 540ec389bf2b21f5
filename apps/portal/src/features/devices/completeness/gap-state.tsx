import type { GapState as State } from '@holdfast/contract'
import { useText } from '../../../shared/i18n/text.ts'
import { Badge, type Tone } from '../../../shared/ui/badge.tsx'

const tones: Record<State, Tone> = { open: 'bad', explained: 'neutral', closed: 'good' }

export const GapState = ({ state }: { state: State }) => {
  const t = useText()
  return <Badge tone={tones[state]}>{t(`completeness.state_${state}`)}</Badge>
}
