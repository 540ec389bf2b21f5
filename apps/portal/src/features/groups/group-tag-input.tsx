import type { GroupTag, TagDefinition } from '@holdfast/contract'
import { Group, Select, TextInput } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { RemoveButton } from '../../shared/forms/remove-button.tsx'
import { useText } from '../../shared/i18n/text.ts'

interface GroupTagInputProps {
  tag: GroupTag
  place: number
  definition: TagDefinition | undefined
  /** The keys that this tag could have instead. */
  freeKeys: readonly string[]
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
  const { tag, place, definition, freeKeys, keyError, valueError, isReadOnly, onKey, onValue, onRemove } = props
  const t = useText()
  const isFixed = isReadOnly || definition?.is_required
  const value = {
    'aria-label': t('tags.value_of', { key: tag.tag_key }),
    value: tag.tag_value,
    disabled: isReadOnly,
    flex: 1,
    error: valueError,
  }
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Select
        aria-label={t('tags.key')}
        data={[tag.tag_key, ...freeKeys]}
        value={tag.tag_key}
        allowDeselect={false}
        disabled={isFixed}
        searchable
        flex={1}
        error={keyError}
        onChange={(key) => key && onKey(place, key)}
      />
      {definition?.tag_values ? (
        <Select
          {...value}
          data={[...new Set([...definition.tag_values, ...(tag.tag_value ? [tag.tag_value] : [])])]}
          allowDeselect={false}
          searchable
          onChange={(chosen) => onValue(place, chosen ?? '')}
        />
      ) : (
        <TextInput {...value} maxLength={255} onChange={(event) => onValue(place, event.currentTarget.value)} />
      )}
      <RemoveButton size="lg" what={tag.tag_key} disabled={isFixed} onClick={() => onRemove(place)} />
    </Group>
  )
})
