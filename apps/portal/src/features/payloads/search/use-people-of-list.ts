import type { Found, FoundKind } from '@holdfast/contract'
import { useFound, wordsOf } from '../../../shared/found/use-found.ts'
import { rememberName } from '../../../shared/found/use-names.ts'
import { withValues } from '../../../shared/list/filter-fields.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import type { ListName } from '../kinds.ts'
import { isLikelyWhole, isPhoneNumber, namesInSearch } from './names-in-search.ts'

/** The filter for each kind of thing that has the name of a person. */
const filterNames = { device_user: 'device_user_references', number: 'numbers' } as const

/** Only these lists know the numbers of the other side. */
const hasNumbers = (list: ListName): boolean => list === 'all' || list === 'calls' || list === 'messages'

/** A few; the filter by person finds all. */
const mostOffered = 5

/** People and numbers with such a name, whose recordings the list can show in place of those with the typed words. */
export const usePeopleOfList = (list: ListName, typed: string) => {
  const { filter, setFilter } = useFilters()
  const kinds: FoundKind[] = hasNumbers(list) ? ['device_user', 'number'] : ['device_user']
  const named = isPhoneNumber(typed.trim()) ? typed.trim() : namesInSearch(typed)
  const { found, more, foundBy } = useFound(named, kinds)
  const show = (person: Found) => {
    const { text: _, ...others } = filter
    rememberName(person.reference, wordsOf(person).label)
    setFilter(withValues(others, filterNames[person.kind as keyof typeof filterNames], [person.reference]))
  }
  const numbers = found.filter(({ kind }) => kind === 'number')
  const isOnlyNumber = isPhoneNumber(named) && isLikelyWhole(named) && foundBy === named && numbers.length === 1
  return {
    // What an earlier text found stays away while nobody can be named by the present one.
    people: named === '' ? [] : found.slice(0, mostOffered),
    hasMore: found.length > mostOffered || more.length > 0,
    /** The number that was typed, if the text is a phone number and no other one has these digits. */
    onlyNumber: isOnlyNumber ? numbers[0] : undefined,
    show,
  }
}
