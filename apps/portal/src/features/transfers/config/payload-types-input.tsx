import type { TransferablePayloadType } from '@holdfast/contract'
import { Checkbox, Input, SimpleGrid } from '@mantine/core'
import type { InputProps } from '../../../shared/forms/field.ts'
import { useText } from '../../../shared/i18n/text.ts'

interface PayloadTypesInputProps extends InputProps {
  types: readonly TransferablePayloadType[]
}

/** Chooses the kinds of recordings that are transferred. */
export const PayloadTypesInput = ({ types, value, onChange, label, error, disabled }: PayloadTypesInputProps) => {
  const t = useText()
  const chosen: readonly TransferablePayloadType[] = value
  const hasAll = chosen.length === types.length
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} withAsterisk>
      <Checkbox
        mt={6}
        mb={8}
        label={t('transfer_configs.all_types')}
        checked={hasAll}
        indeterminate={!hasAll && chosen.length > 0}
        disabled={disabled}
        onChange={() => onChange(hasAll ? [] : [...types])}
      />
      <Checkbox.Group
        aria-label={label}
        value={[...chosen]}
        onChange={(next) => onChange(types.filter((type) => next.includes(type)))}
      >
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
          {types.map((type) => (
            <Checkbox key={type} value={type} disabled={disabled} label={t(`kind.${type}`)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </Input.Wrapper>
  )
}
