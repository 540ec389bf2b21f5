import { MultiSelect } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { chosenOptions, type FilterField, type GroupedOption, valuesOf, withValues } from './filter-fields.ts'
import type { FilterValues } from './list-search.ts'

interface GroupedInputProps {
  field: Extract<FilterField, { kind: 'grouped' }>
  filter: FilterValues
  onChange: (filter: FilterValues) => void
}

const keyOf = ({ values: [first = ''] }: GroupedOption): string => first

const itemsOf = (options: readonly GroupedOption[]) =>
  options.map((option) => ({ value: keyOf(option), label: option.words }))

/** Chooses among many by their words, which stand in groups. */
export const GroupedInput = ({ field, filter, onChange }: GroupedInputProps) => {
  const t = useText()
  const set = valuesOf(filter, field.name)
  const chosen = chosenOptions(field, set)
  const former = chosen.filter(({ group }) => group === '')
  const groups = Map.groupBy(field.options, ({ group }) => group)
  const all = [...field.options, ...former]
  return (
    <MultiSelect
      label={t(field.label)}
      placeholder={chosen.length === 0 ? t('list.choose_placeholder') : ''}
      searchable
      hidePickedOptions
      openOnFocus={false}
      nothingFoundMessage={t('list.none_found')}
      value={chosen.map(keyOf)}
      onChange={(keys) =>
        onChange(
          withValues(
            filter,
            field.name,
            all.filter((option) => keys.includes(keyOf(option))).flatMap(({ values }) => values),
            field,
          ),
        )
      }
      data={[
        ...[...groups].map(([group, options]) => ({ group, items: itemsOf(options) })),
        ...(former.length > 0 ? [{ group: t('list.other_choices'), items: itemsOf(former) }] : []),
      ]}
    />
  )
}
