import { calls } from '@holdfast/contract'
import { TagsInput } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { useCan } from '../../../shared/session/profile.ts'

const everything = {}

interface TransfersInputProps {
  transfers: readonly string[]
  onChange: (transfers: string[]) => void
}

/** The transfer configurations that a rule requires, offered to people who may see them. A reference can be typed as it is. */
export const TransfersInput = ({ transfers, onChange }: TransfersInputProps) => {
  const t = useText()
  const can = useCan()
  const { rows } = useList({
    call: calls.listTransferConfigs,
    filter: everything,
    isEnabled: can('transfers:read'),
  })
  return (
    <TagsInput
      label={t('retention.transfers')}
      placeholder={transfers.length === 0 ? t('retention.transfers_placeholder') : ''}
      data={rows.map(({ transfer_config_reference }) => transfer_config_reference)}
      value={[...transfers]}
      onChange={onChange}
    />
  )
}
