import type { PayloadRetentionEntry } from '@holdfast/contract'
import { Colleagues } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'

/** The conditions that must be met before a recording may be deleted or destroyed. */
export const ConditionsText = ({
  rule: { required_receipts, required_transfers },
}: {
  rule: Pick<PayloadRetentionEntry, 'required_receipts' | 'required_transfers'>
}) => {
  const t = useText()
  if (required_receipts.length + required_transfers.length === 0) return '–'
  return (
    <>
      {required_receipts.length > 0 && (
        <div>
          {t('retention.receipts_of')} <Colleagues of={required_receipts} />
        </div>
      )}
      {required_transfers.length > 0 && (
        <div>{t('retention.transfers_of', { transfers: required_transfers.join(', ') })}</div>
      )}
    </>
  )
}
