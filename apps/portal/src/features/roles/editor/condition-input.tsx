import { Group, Stack, TextInput } from '@mantine/core'
import type { ConditionValues } from '../../../shared/access/permission-values.ts'
import { RemoveButton } from '../../../shared/forms/remove-button.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { FlagInput } from './flag-input.tsx'

interface ConditionInputProps {
  value: ConditionValues
  number: number
  error: string | undefined
  onChange: (value: ConditionValues) => void
  onRemove: () => void
}

/** A condition on groups: by name, by tag, or both. */
export const ConditionInput = ({ value, number, error, onChange, onRemove }: ConditionInputProps) => {
  const t = useText()
  const matcher = (name: 'names_matching' | 'keys_matching' | 'values_matching') => ({
    label: t(`roles.${name}`),
    value: value[name],
    maxLength: 255,
    flex: '1 1 9rem',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...value, [name]: event.currentTarget.value }),
  })
  return (
    <Stack gap={6} role="group" aria-label={t('roles.condition', { number })}>
      <Group gap="xs" align="flex-end">
        <TextInput size="xs" {...matcher('names_matching')} error={error} />
        <TextInput size="xs" {...matcher('keys_matching')} />
        <TextInput size="xs" {...matcher('values_matching')} />
        <RemoveButton what={t('roles.condition', { number })} onClick={onRemove} />
      </Group>
      <Group gap="md">
        <FlagInput
          label={t('roles.condition_not')}
          isSet={value.is_denied}
          onChange={(is_denied) => onChange({ ...value, is_denied })}
        />
        <FlagInput
          label={t('roles.regex')}
          isSet={value.is_regex}
          onChange={(is_regex) => onChange({ ...value, is_regex })}
        />
      </Group>
    </Stack>
  )
}
