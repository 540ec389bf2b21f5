import { ActionIcon, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ConditionValues } from '../../shared/access/permission-values.ts'
import { useText } from '../../shared/i18n/text.ts'

interface ConditionInputProps {
  value: ConditionValues
  number: number
  error: string | undefined
  isReadOnly: boolean
  onChange: (value: ConditionValues) => void
  onRemove: () => void
}

/** Which groups: by their name, by a tag they have, or by both. */
export const ConditionInput = ({ value, number, error, isReadOnly, onChange, onRemove }: ConditionInputProps) => {
  const t = useText()
  const matcher = (name: 'names_matching' | 'keys_matching' | 'values_matching') => ({
    label: t(`roles.${name}`),
    value: value[name],
    maxLength: 255,
    disabled: isReadOnly,
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
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={isReadOnly}
          aria-label={t('form.remove', { what: t('roles.condition', { number }) })}
          onClick={onRemove}
        >
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      </Group>
      <Group gap="md">
        <Checkbox
          size="xs"
          label={t('roles.condition_not')}
          checked={value.is_denied}
          disabled={isReadOnly}
          onChange={(event) => onChange({ ...value, is_denied: event.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label={t('roles.regex')}
          checked={value.is_regex}
          disabled={isReadOnly}
          onChange={(event) => onChange({ ...value, is_regex: event.currentTarget.checked })}
        />
      </Group>
    </Stack>
  )
}
