import { dayStyle } from '@holdfast/words'
import { useIntl } from 'react-intl'
import { rememberedName, useNames } from '../found/use-names.ts'
import { useText } from '../i18n/text.ts'
import { chosenOptions, type FilterField, isOffered, valuesOf } from './filter-fields.ts'
import type { FilterValues } from './list-search.ts'
import { daysOfValue } from './period.ts'
import { usePeriodText } from './use-period-text.ts'

export interface ActiveFilter {
  field: FilterField
  /** `all`: the values of the call that a label stands for. */
  values: readonly { value: string; label: string; all: readonly string[] }[]
}

const isOfPeople = (field: FilterField): boolean => field.kind === 'found' && field.finds === 'device_user'

/**
 * The filters that are set, with their values in words.
 * @param names of references and numbers, as the rows of the list have them
 */
export const useActiveFilters = (
  fields: readonly FilterField[],
  filter: FilterValues,
  names?: ReadonlyMap<string, string>,
): ActiveFilter[] => {
  const t = useText()
  const nameOf = useNames(fields.filter(isOfPeople).flatMap(({ name }) => valuesOf(filter, name)))
  const intl = useIntl()
  const periodText = usePeriodText()
  const labelOf = (field: FilterField, value: string): string => {
    if (field.kind === 'days') return periodText(daysOfValue(value))
    if (field.kind === 'moment') return intl.formatDate(value, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' })
    if (field.kind === 'flag') return t(value === 'true' ? 'list.yes' : 'list.no')
    if (field.nameOf) return field.nameOf(value) ?? value
    if (isOfPeople(field)) return nameOf(value)
    if (field.kind === 'found') return rememberedName(value) ?? names?.get(value) ?? value
    if (field.kind !== 'choices' && field.kind !== 'choice') return value
    if (!isOffered(field, value)) return t('list.unknown_choice', { value })
    const option = field.options.find((candidate) => candidate.value === value)
    return option?.label ? t(option.label) : value
  }
  return fields.flatMap((field) => {
    const set = valuesOf(filter, field.name)
    const values =
      field.kind === 'grouped'
        ? chosenOptions(field, set).map(({ values: all, words }) => ({ value: all[0] ?? words, label: words, all }))
        : set.map((value) => ({ value, label: labelOf(field, value), all: [value] }))
    return values.length === 0 ? [] : [{ field, values }]
  })
}
