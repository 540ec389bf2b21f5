import type { Found, FoundKind } from '@holdfast/contract'
import { useFound, wordsOf } from '../../shared/found/use-found.ts'
import { rememberName } from '../../shared/found/use-names.ts'
import { withValues } from '../../shared/list/filter-fields.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import type { ListName } from './kinds.ts'

/** The filter for each kind of thing that has the name of a person. */
const filterNames = { device_user: 'device_user_references', number: 'numbers' } as const

/** Only these lists know the numbers of the other side. */
const hasNumbers = (list: ListName): boolean => list === 'calls' || list === 'messages'

/** A few; the filter by person finds all. */
const mostOffered = 5

/** People and numbers with such a name, whose recordings the list can show in place of those with the typed words. */
export const usePeopleOfList = (list: ListName, typed: string) => {
  const { filter, setFilter } = useFilters()
  const kinds: FoundKind[] = hasNumbers(list) ? ['device_user', 'number'] : ['device_user']
  const { found, foundBy } = useFound(typed, kinds)
  const show = (person: Found) => {
    const { text: _, ...others } = filter
    rememberName(person.reference, wordsOf(person).label)
    setFilter(withValues(others, filterNames[person.kind as keyof typeof filterNames], [person.reference]))
  }
  return { people: found.slice(0, mostOffered), foundBy, show }
}
