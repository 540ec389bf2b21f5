import type { GroupTag, TagDefinition } from '@holdfast/contract'
import { Group, TextInput } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { ListedInput } from '../../shared/forms/listed-input.tsx'
import { RemoveButton } from '../../shared/forms/remove-button.tsx'
import { useText } from '../../shared/i18n/text.ts'
import type { TagProblem } from './tag-problem.ts'

interface GroupTagInputProps {
  tag: GroupTag
  place: number
  definition: TagDefinition | undefined
  /** The keys that this tag could have instead. */
  freeKeys: readonly string[]
  problem: TagProblem | null
  keyError: ReactNode
  valueError: ReactNode
  isReadOnly: boolean
  onKey: (place: number, key: string) => void
  onValue: (place: number, value: string) => void
  onRemove: (place: number) => void
}

/**
 * One tag of a group: a defined key, and a value that its definition allows. Memoised, because a group can have fifty
 * tags with a thousand values each.
 */
export const GroupTagInput = memo((props: GroupTagInputProps) => {
  const { tag, place, definition, freeKeys, problem, keyError, valueError, isReadOnly } = props
  const { onKey, onValue, onRemove } = props
  const t = useText()
  const isFixed = isReadOnly || definition?.is_required
  const problemOf = (input: keyof GroupTag): ReactNode =>
    !isReadOnly && problem?.input === input && t(problem.message, { typed: tag[input] })
  const value = {
    'aria-label': t('tags.value_of', { key: tag.tag_key }),
    value: tag.tag_value,
    disabled: isReadOnly,
    flex: 1,
    error: valueError,
    maxLength: 255,
  }
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <ListedInput
        aria-label={t('tags.key')}
        options={definition ? [tag.tag_key, ...freeKeys] : freeKeys}
        value={tag.tag_key}
        disabled={isFixed}
        flex={1}
        error={keyError}
        problem={problemOf('tag_key')}
        onChange={(key) => onKey(place, key)}
      />
      {definition?.tag_values ? (
        <ListedInput
          {...value}
          options={definition.tag_values}
          problem={problemOf('tag_value')}
          onChange={(typed) => onValue(place, typed)}
        />
      ) : (
        <TextInput {...value} onChange={(event) => onValue(place, event.currentTarget.value)} />
      )}
      <RemoveButton size="lg" what={tag.tag_key} disabled={isFixed} onClick={() => onRemove(place)} />
    </Group>
  )
})
