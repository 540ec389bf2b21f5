import type { GroupTag, TagDefinition } from '@holdfast/contract'
import { Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { AddButton } from '../../shared/forms/add-button.tsx'
import { RemoveButton } from '../../shared/forms/remove-button.tsx'
import { useText } from '../../shared/i18n/text.ts'

const mostTags = 50

interface GroupTagsInputProps {
  tags: readonly GroupTag[]
  definitions: readonly TagDefinition[]
  errors: Readonly<Record<string, unknown>>
  isReadOnly: boolean
  onChange: (tags: GroupTag[]) => void
}

/** The tags of a group: keys that are defined, with values that their definitions allow. */
export const GroupTagsInput = ({ tags, definitions, errors, isReadOnly, onChange }: GroupTagsInputProps) => {
  const t = useText()
  const used = new Set(tags.map(({ tag_key }) => tag_key))
  const free = definitions.filter(({ tag_key }) => !used.has(tag_key))
  const change = (place: number, tag: GroupTag) => onChange(tags.map((old, index) => (index === place ? tag : old)))
  return (
    <Stack gap="xs">
      {tags.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('groups.no_tags')}
        </Text>
      )}
      {tags.map((tag, place) => {
        const definition = definitions.find(({ tag_key }) => tag_key === tag.tag_key)
        const keys = [tag.tag_key, ...free.map(({ tag_key }) => tag_key)]
        const valueError = errors[`tags.${place}.tag_value`]
        return (
          <Group key={tag.tag_key} gap="xs" align="flex-start" wrap="nowrap">
            <Select
              aria-label={t('tags.key')}
              data={[...new Set(keys)]}
              value={tag.tag_key}
              allowDeselect={false}
              disabled={isReadOnly || definition?.is_required}
              searchable
              flex={1}
              error={errors[`tags.${place}.tag_key`] as string}
              onChange={(tag_key) => tag_key && change(place, newTag(definitions, tag_key))}
            />
            {definition?.tag_values ? (
              <Select
                aria-label={t('tags.value_of', { key: tag.tag_key })}
                data={[...new Set([...definition.tag_values, ...(tag.tag_value ? [tag.tag_value] : [])])]}
                value={tag.tag_value}
                allowDeselect={false}
                disabled={isReadOnly}
                searchable
                flex={1}
                error={valueError as string}
                onChange={(tag_value) => change(place, { ...tag, tag_value: tag_value ?? '' })}
              />
            ) : (
              <TextInput
                aria-label={t('tags.value_of', { key: tag.tag_key })}
                value={tag.tag_value}
                maxLength={255}
                disabled={isReadOnly}
                flex={1}
                error={valueError as string}
                onChange={(event) => change(place, { ...tag, tag_value: event.currentTarget.value })}
              />
            )}
            <RemoveButton
              size="lg"
              what={tag.tag_key}
              disabled={isReadOnly || definition?.is_required}
              onClick={() => onChange(tags.filter((_, index) => index !== place))}
            />
          </Group>
        )
      })}
      {!isReadOnly && free[0] && tags.length < mostTags && (
        <AddButton onClick={() => onChange([...tags, newTag(definitions, free[0]?.tag_key ?? '')])}>
          {t('groups.add_tag')}
        </AddButton>
      )}
      {!isReadOnly && definitions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('groups.no_definitions')}
        </Text>
      )}
    </Stack>
  )
}

const newTag = (definitions: readonly TagDefinition[], tag_key: string): GroupTag => {
  const definition = definitions.find((one) => one.tag_key === tag_key)
  return { tag_key, tag_value: definition?.default_value ?? definition?.tag_values?.[0] ?? '' }
}
