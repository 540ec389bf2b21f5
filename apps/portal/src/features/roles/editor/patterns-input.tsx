import type { PatternMatch } from '@holdfast/contract'
import { Group, Stack } from '@mantine/core'
import { useRef } from 'react'
import { AddButton } from '../../../shared/forms/add-button.tsx'
import { RemoveButton } from '../../../shared/forms/remove-button.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { ActionInput } from './action-input.tsx'
import { PatternNote } from './pattern-note.tsx'

interface PatternsInputProps {
  patterns: readonly string[]
  errorOf: (place: number) => string | undefined
  /** What is known of each pattern. */
  matches: readonly (PatternMatch | undefined)[]
  onChange: (patterns: string[]) => void
}

/** The patterns of actions of a rule, one a line. */
export const PatternsInput = ({ patterns, errorOf, matches, onChange }: PatternsInputProps) => {
  const t = useText()
  const nameOf = (place: number) => (place === 0 ? t('roles.actions') : t('roles.more_actions', { number: place + 1 }))
  const rows = useRef(new Map<number, HTMLElement | null>())
  const take = (place: number, pattern: string) => {
    onChange(patterns.with(place, pattern))
    // The button that was pressed disappears.
    rows.current.get(place)?.querySelector('input')?.focus()
  }
  return (
    <Stack gap={6}>
      {patterns.map((pattern, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: patterns have no name of their own
        <div key={place} ref={(row) => void rows.current.set(place, row)}>
          <Group gap="xs" align="flex-end" wrap="nowrap">
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
          <PatternNote match={matches[place]} onTake={(taken) => take(place, taken)} />
        </div>
      ))}
      <AddButton size="compact-xs" onClick={() => onChange([...patterns, ''])}>
        {t('roles.add_actions')}
      </AddButton>
    </Stack>
  )
}
