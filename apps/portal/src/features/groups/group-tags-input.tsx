import { type GroupTag, limits, type TagDefinition } from '@holdfast/contract'
import { Input, Stack, Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { type ReactNode, useMemo } from 'react'
import { AddButton } from '../../shared/forms/add-button.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { GroupTagInput } from './group-tag-input.tsx'
import { definitionsByKey, tagProblem } from './tag-problem.ts'

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
  const definitionOf = useMemo(() => definitionsByKey(definitions), [definitions])
  const newTag = (tag_key: string): GroupTag => {
    const definition = definitionOf.get(tag_key)
    return { tag_key, tag_value: definition?.default_value ?? definition?.tag_values?.[0] ?? '' }
  }
  const change = (place: number, changed: (old: GroupTag) => GroupTag) =>
    onChange(tags.map((old, index) => (index === place ? changed(old) : old)))
  // While a key is being typed, it is none of the definitions, and the value stays.
  const onKey = useCallbackRef((place: number, key: string) =>
    change(place, (old) => (definitionOf.has(key) ? newTag(key) : { ...old, tag_key: key })),
  )
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the key of a tag changes while it is typed, and its inputs must stay
          key={place}
          tag={tag}
          place={place}
          definition={definitionOf.get(tag.tag_key)}
          freeKeys={freeKeys}
          problem={tagProblem(tag, definitionOf)}
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
      {errors.tags && <Input.Error>{errors.tags}</Input.Error>}
      {!isReadOnly && definitions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('groups.no_definitions')}
        </Text>
      )}
    </Stack>
  )
}
