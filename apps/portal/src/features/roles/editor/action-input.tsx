import { actions, offeredActions } from '@holdfast/contract'
import { Autocomplete, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/text.ts'

const nouns = [...new Set(offeredActions.map((action) => action.slice(0, action.indexOf(':'))))]
const suggestions = [
  '*',
  ...nouns.flatMap((noun) => [`${noun}:*`, ...offeredActions.filter((a) => a.startsWith(`${noun}:`))]),
]

interface ActionInputProps {
  label: string
  value: string
  error: ReactNode
  onChange: (value: string) => void
}

/** An action or a pattern of actions, searched by name or description. */
export const ActionInput = ({ label, value, error, onChange }: ActionInputProps) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const sentence = (option: string): string =>
    Object.hasOwn(actions, option)
      ? t(`action.${option as keyof typeof actions}`)
      : option === '*'
        ? t('roles.words_everything')
        : t('roles.words_pattern', { matcher: option })
  return (
    <Autocomplete
      flex={1}
      label={label}
      data={suggestions}
      value={value}
      error={error}
      onChange={onChange}
      dropdownOpened={isOpen}
      onDropdownOpen={open}
      onDropdownClose={close}
      // On key up: on key down, Enter first takes the highlighted suggestion.
      onKeyUp={(event) => event.key === 'Enter' && close()}
      maxDropdownHeight={320}
      renderOption={({ option }) => (
        <div>
          <Text size="sm" ff="monospace">
            {option.value}
          </Text>
          <Text size="xs" c="dimmed">
            {sentence(option.value)}
          </Text>
        </div>
      )}
      filter={({ options, search }) => {
        const wanted = search.toLowerCase().trim()
        if (suggestions.includes(search)) return options
        return options.filter(
          (option) =>
            'value' in option &&
            (option.value.includes(wanted) || sentence(option.value).toLowerCase().includes(wanted)),
        )
      }}
    />
  )
}
