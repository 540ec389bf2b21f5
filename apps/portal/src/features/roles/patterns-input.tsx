import { Group, Stack } from '@mantine/core'
import { AddButton } from '../../shared/forms/add-button.tsx'
import { RemoveButton } from '../../shared/forms/remove-button.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { ActionInput } from './action-input.tsx'

interface PatternsInputProps {
  patterns: readonly string[]
  errorOf: (place: number) => string | undefined
  onChange: (patterns: string[]) => void
}

/** The patterns of actions of a rule, one a line. */
export const PatternsInput = ({ patterns, errorOf, onChange }: PatternsInputProps) => {
  const t = useText()
  const nameOf = (place: number) => (place === 0 ? t('roles.actions') : t('roles.more_actions', { number: place + 1 }))
  return (
    <Stack gap={6}>
      {patterns.map((pattern, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: patterns have no name of their own
        <Group key={place} gap="xs" align="flex-end" wrap="nowrap">
          <ActionInput
            label={nameOf(place)}
            value={pattern}
            error={errorOf(place)}
            onChange={(changed) => onChange(patterns.with(place, changed))}
          />
          {patterns.length > 1 && (
            <RemoveButton what={nameOf(place)} onClick={() => onChange(patterns.toSpliced(place, 1))} />
          )}
        </Group>
      ))}
      <AddButton size="compact-xs" onClick={() => onChange([...patterns, ''])}>
        {t('roles.add_actions')}
      </AddButton>
    </Stack>
  )
}
