import { type FilterField, valuesOf } from '../../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../../shared/list/list-search.ts'

const ofPeriod = new Set(['period', 'date_from', 'date_to', 'whose'])

/**
 * Whether a queue or a hold can have this filter of a list. The words of messages are searched page by page, so neither is made from them.
 */
export const isExpressible = (fields: readonly FilterField[], name: string, filter: FilterValues): boolean => {
  if (ofPeriod.has(name)) return true
  const field = fields.find((one) => one.name === name)
  if (!field || name === 'text') return false
  if ((field.kind !== 'choices' && field.kind !== 'choice') || field.options.some(({ label }) => label === null))
    return true
  return valuesOf(filter, name).every((value) => field.options.some((option) => option.value === value))
}
