import { Input, SegmentedControl, Stack, TagsInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import classes from './tag-values-input.module.css'

interface TagValuesInputProps {
  /** `null` allows any value, an empty list none. */
  values: readonly string[] | null
  error: ReactNode
  isReadOnly: boolean
  onChange: (values: string[] | null) => void
}

/** The values that a tag may have: any, those of a list, or none. */
export const TagValuesInput = ({ values, error, isReadOnly, onChange }: TagValuesInputProps) => {
  const t = useText()
  const isAny = values === null
  return (
    <Stack gap="xs">
      <Input.Wrapper label={t('tags.values')} labelElement="div">
        <SegmentedControl
          display="flex"
          w="fit-content"
          mt={4}
          aria-label={t('tags.values')}
          value={isAny ? 'any' : 'listed'}
          disabled={isReadOnly}
          onChange={(choice) => onChange(choice === 'any' ? null : [])}
          data={[
            { value: 'any', label: t('tags.any_value') },
            { value: 'listed', label: t('tags.listed_values') },
          ]}
        />
      </Input.Wrapper>
      {!isAny && (
        <TagsInput
          aria-label={t('tags.listed_values')}
          description={t(values.length === 0 ? 'tags.none_hint' : 'tags.values_hint')}
          value={[...values]}
          onChange={onChange}
          error={error}
          disabled={isReadOnly}
          maxTags={1000}
          splitChars={[]}
          classNames={{ pillsList: classes.values }}
        />
      )}
    </Stack>
  )
}
