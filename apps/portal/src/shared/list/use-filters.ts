import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { anySearch, type FilterValues, type ListSearch } from './list-search.ts'

/**
 * How a filter changed. What a person chose is left by Back. What they type into a field is left at once, not digit by digit. A correction
 * takes the place of the address that it corrects.
 */
export type FilterChange = 'chosen' | 'typed' | 'corrected'

interface Filters {
  filter: FilterValues
  setFilter: (filter: FilterValues, change?: FilterChange) => void
  /** The same, and leaves the order for the list's own one. */
  setFilterInOwnOrder: (filter: FilterValues) => void
  /** See `ListSearch`. */
  sort: string | undefined
  /** `undefined` for the list's own order. Back does not lead to another order. */
  setSort: (sort: string | undefined) => void
  /** Leaves the saved view, the filters and the order. */
  showWhole: () => void
  /** The address with other filters and the list's own order. */
  addressOf: (filter: FilterValues) => ListSearch
}

/** The filters and the order of the open list. The address holds them. */
export const useFilters = (): Filters => {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const isTyped = useLocation({ select: ({ state }) => state.isTyped ?? false })
  const { filter = {}, sort, view } = useMemo(() => anySearch(search), [search])
  const addressOf = (next: FilterValues): ListSearch => ({
    ...(view !== undefined && { view }),
    ...(Object.keys(next).length > 0 && { filter: next }),
  })
  const open = (next: ListSearch, change: FilterChange) =>
    void navigate({
      to: '.',
      search: next,
      state: ({ setAside }) => ({
        isChosen: true,
        ...(setAside && { setAside }),
        ...(change === 'typed' && { isTyped: true }),
      }),
      replace: change === 'corrected' || (change === 'typed' && isTyped),
      resetScroll: false,
    })
  return {
    filter,
    setFilter: (next, change = 'chosen') => open({ ...addressOf(next), ...(sort !== undefined && { sort }) }, change),
    setFilterInOwnOrder: (next) => open(addressOf(next), 'chosen'),
    sort,
    setSort: (next) => open({ ...addressOf(filter), ...(next !== undefined && { sort: next }) }, 'corrected'),
    showWhole: () => open({}, 'chosen'),
    addressOf,
  }
}
