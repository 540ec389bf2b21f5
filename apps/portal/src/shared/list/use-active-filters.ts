import { useNames } from '../found/use-names.ts'
import { useText } from '../i18n/text.ts'
import { type FilterField, valuesOf } from './filter-fields.ts'
import type { FilterValues } from './list-search.ts'

export interface ActiveFilter {
  field: FilterField
  values: readonly { value: string; label: string }[]
}

const isOfPeople = (field: FilterField): boolean => field.kind === 'found' && field.finds === 'device_user'

/** The filters that are set, with their values in words. */
export const useActiveFilters = (fields: readonly FilterField[], filter: FilterValues): ActiveFilter[] => {
  const t = useText()
  const nameOf = useNames(fields.filter(isOfPeople).flatMap(({ name }) => valuesOf(filter, name)))
  const labelOf = (field: FilterField, value: string): string => {
    if (field.kind === 'flag') return t(value === 'true' ? 'list.yes' : 'list.no')
    if (isOfPeople(field)) return nameOf(value)
    if (field.kind !== 'choices' && field.kind !== 'choice') return value
    const option = field.options.find((candidate) => candidate.value === value)
    return option ? t(option.label) : value
  }
  return fields.flatMap((field) => {
    const values = valuesOf(filter, field.name).map((value) => ({ value, label: labelOf(field, value) }))
    return values.length === 0 ? [] : [{ field, values }]
  })
}

/** `filter` without any of the fields, and without a period. `whose`, the choice between two lists, is no filter: it stays. */
export const withoutFilters = (filter: FilterValues, fields: readonly FilterField[]): FilterValues => {
  const removed = new Set([...fields.map(({ name }) => name), 'period', 'date_from', 'date_to'])
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !removed.has(name)))
}

/** `filter` without a period. */
export const withoutPeriod = ({ period: _, date_from: __, date_to: ___, ...others }: FilterValues): FilterValues =>
  others
