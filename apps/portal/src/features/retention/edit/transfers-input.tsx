import { TagsInput } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'

interface TransfersInputProps {
  transfers: readonly string[]
  onChange: (transfers: string[]) => void
}

/** The transfer configurations that a rule requires, by reference: no call lists them yet, from which they could be offered. */
export const TransfersInput = ({ transfers, onChange }: TransfersInputProps) => {
  const t = useText()
  return (
    <TagsInput
      label={t('retention.transfers')}
      placeholder={transfers.length === 0 ? t('retention.transfers_placeholder') : ''}
      value={[...transfers]}
      onChange={onChange}
    />
  )
}
