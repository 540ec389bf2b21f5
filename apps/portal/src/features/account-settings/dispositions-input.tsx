import { type Disposition, maxDispositions } from '@holdfast/contract'
import { ActionIcon, Checkbox, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { AddButton } from '../../shared/forms/add-button.tsx'
import type { InputProps } from '../../shared/forms/field.ts'
import { useText } from '../../shared/i18n/text.ts'

/** The dispositions of an account, in the order in which reviewers choose among them. */
export const DispositionsInput = (props: InputProps) => {
  const t = useText()
  const { label, description, disabled, error, onChange } = props
  const value: readonly Disposition[] = props.value
  const set = (index: number, changed: Partial<Disposition>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...changed } : one)))
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <Stack gap="xs">
        <Stack gap="xs" mt="xs" role="group" aria-label={label}>
          {value.map(({ name, needs_note }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key but their place while their names are typed
            <Group key={index} gap="sm" wrap="wrap">
              <TextInput
                aria-label={t('settings.disposition', { place: index + 1 })}
                value={name}
                maxLength={60}
                disabled={disabled}
                style={{ flex: '1 1 12rem' }}
                onChange={(event) => set(index, { name: event.currentTarget.value })}
              />
              <Checkbox
                label={t('settings.disposition_needs_note')}
                checked={needs_note}
                disabled={disabled}
                onChange={(event) => set(index, { needs_note: event.currentTarget.checked })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('settings.disposition_remove', { name })}
                disabled={disabled || value.length === 1}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
        {!disabled && value.length < maxDispositions && (
          <AddButton onClick={() => onChange([...value, { name: '', needs_note: false }])}>
            {t('settings.disposition_add')}
          </AddButton>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
