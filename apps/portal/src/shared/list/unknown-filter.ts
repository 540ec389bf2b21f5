import { type FilterField, isOffered, valuesOf } from './filter-fields.ts'
import type { FilterValues } from './list-search.ts'
import { isPeriod, startOfDay } from './period.ts'

/** What the address of a list can ask for. */
export interface Addressed {
  fields: readonly FilterField[]
  hasPeriod?: boolean
  /** Names and values that the screen itself reads from the address, such as a choice between two lists. */
  ownFilters?: Readonly<Record<string, readonly string[]>> | undefined
}

const isKnown = ({ fields, hasPeriod = false, ownFilters = {} }: Addressed, name: string, value: string): boolean => {
  const field = fields.find((one) => one.name === name)
  if (field) return isOffered(field, value)
  if (hasPeriod && name === 'period') return isPeriod(value)
  if (hasPeriod && (name === 'date_from' || name === 'date_to')) return startOfDay(value) !== null
  return ownFilters[name]?.includes(value) ?? false
}

/** What an address asks for and the list does not know, as `name=value`. Without it the list would be another one. */
export const unknownIn = (filter: FilterValues, list: Addressed): string[] =>
  Object.keys(filter).flatMap((name) =>
    valuesOf(filter, name)
      .filter((value) => !isKnown(list, name, value))
      .map((value) => `${name}=${value}`),
  )

/** The rest of such an address. */
export const withoutUnknown = (filter: FilterValues, list: Addressed): FilterValues =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => {
      const known = valuesOf(filter, name).filter((one) => isKnown(list, name, one))
      return known.length > 0 ? [[name, typeof value === 'string' ? value : known]] : []
    }),
  )
