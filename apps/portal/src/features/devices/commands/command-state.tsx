import type { DeviceCommand } from '@holdfast/contract'
import { useText } from '../../../shared/i18n/text.ts'
import { Badge } from '../../../shared/ui/badge.tsx'

const tones = { Sent: 'neutral', Acknowledged: 'neutral', Completed: 'good', Failed: 'bad' } as const

/** How far a command is; of a failed one also why. */
export const CommandState = ({ command: { state, failure } }: { command: DeviceCommand }) => {
  const t = useText()
  const why = failure === 'timeout' || failure === 'device_removed' ? t(`command.${failure}`) : failure
  return (
    <>
      <Badge tone={tones[state]}>{t(`command.state_${state}`)}</Badge>
      {why && <bdi title={why}> {why}</bdi>}
    </>
  )
}
