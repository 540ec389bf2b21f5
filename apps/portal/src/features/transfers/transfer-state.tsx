import type { Transferable, TransferState } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'

const tones: Readonly<Record<TransferState, Tone>> = {
  Pending: 'neutral',
  InProgress: 'info',
  Succeeded: 'good',
  PartialFail: 'warn',
  Failed: 'bad',
}

/** How far a transfer or one of its files is. */
export const StateOfTransfer = ({ state }: { state: TransferState }) => {
  const t = useText()
  return <Badge tone={tones[state]}>{t(`transfers.state_${state}`)}</Badge>
}

/** The same, with whether somebody paused it, and whether the archive received something else. */
export const TransferStateBadge = ({
  transfer,
}: {
  transfer: Pick<Transferable, 'state' | 'is_paused' | 'counts'>
}) => {
  const t = useText()
  const isWaiting = transfer.state === 'Pending' || transfer.state === 'InProgress'
  if (transfer.is_paused && isWaiting) return <Badge tone="warn">{t('transfers.paused')}</Badge>
  const { differs } = transfer.counts
  if (transfer.state === 'Succeeded' && differs > 0) {
    return <Badge tone="bad">{t('transfers.state_differs', { count: differs })}</Badge>
  }
  return <StateOfTransfer state={transfer.state} />
}
