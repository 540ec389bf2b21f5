import type { CarrierOutcome, CarrierRecord } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'

const tones: Record<CarrierOutcome, Tone> = {
  Matched: 'good',
  DurationDiffers: 'warn',
  Missing: 'bad',
  NotListed: 'warn',
  UnknownNumber: 'warn',
  Pending: 'neutral',
}

/** What came of comparing a record, and whether somebody explained it. */
export const OutcomeBadge = ({ record }: { record: Pick<CarrierRecord, 'outcome' | 'signed_off_at'> }) => {
  const t = useText()
  const { outcome, signed_off_at } = record
  if (signed_off_at !== null) return <Badge tone="info">{t('carrier.signed_off')}</Badge>
  return <Badge tone={tones[outcome]}>{t(`carrier.outcome_${outcome}`)}</Badge>
}
