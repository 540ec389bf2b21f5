import { type GroupTag, limits, type TagDefinition } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { type ReactNode, useMemo } from 'react'
import { AddButton } from '../../shared/forms/add-button.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { GroupTagInput } from './group-tag-input.tsx'

interface GroupTagsInputProps {
  tags: readonly GroupTag[]
  definitions: readonly TagDefinition[]
  errors: Readonly<Record<string, ReactNode>>
  isReadOnly: boolean
  onChange: (tags: GroupTag[]) => void
}

const freeKeysOf = (definitions: readonly TagDefinition[], usedKeys: readonly string[]): string[] =>
  definitions.map(({ tag_key }) => tag_key).filter((key) => !usedKeys.includes(key))

/** The tags of a group. */
export const GroupTagsInput = ({ tags, definitions, errors, isReadOnly, onChange }: GroupTagsInputProps) => {
  const t = useText()
  const usedKeys = JSON.stringify(tags.map(({ tag_key }) => tag_key))
  const freeKeys = useMemo(() => freeKeysOf(definitions, JSON.parse(usedKeys)), [definitions, usedKeys])
  const definitionOf = useMemo(() => new Map(definitions.map((one) => [one.tag_key, one])), [definitions])
  const newTag = (tag_key: string): GroupTag => {
    const definition = definitionOf.get(tag_key)
    return { tag_key, tag_value: definition?.default_value ?? definition?.tag_values?.[0] ?? '' }
  }
  const change = (place: number, changed: (old: GroupTag) => GroupTag) =>
    onChange(tags.map((old, index) => (index === place ? changed(old) : old)))
  const onKey = useCallbackRef((place: number, key: string) => change(place, () => newTag(key)))
  const onValue = useCallbackRef((place: number, tag_value: string) => change(place, (old) => ({ ...old, tag_value })))
  const onRemove = useCallbackRef((place: number) => onChange(tags.filter((_, index) => index !== place)))
  const [nextKey] = freeKeys
  return (
    <Stack gap="xs">
      {tags.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('groups.no_tags')}
        </Text>
      )}
      {tags.map((tag, place) => (
        <GroupTagInput
          key={tag.tag_key}
          tag={tag}
          place={place}
          definition={definitionOf.get(tag.tag_key)}
          freeKeys={freeKeys}
          keyError={errors[`tags.${place}.tag_key`]}
          valueError={errors[`tags.${place}.tag_value`]}
          isReadOnly={isReadOnly}
          onKey={onKey}
          onValue={onValue}
          onRemove={onRemove}
        />
      ))}
      {!isReadOnly && nextKey !== undefined && tags.length < limits.maxTagsPerGroup && (
        <AddButton onClick={() => onChange([...tags, newTag(nextKey)])}>{t('groups.add_tag')}</AddButton>
      )}
      {!isReadOnly && definitions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('groups.no_definitions')}
        </Text>
      )}
    </Stack>
  )
}
