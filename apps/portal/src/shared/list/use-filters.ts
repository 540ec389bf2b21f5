import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { anySearch, type FilterValues, type ListSearch } from './list-search.ts'

interface Filters {
  filter: FilterValues
  setFilter: (filter: FilterValues) => void
  /** See `ListSearch`. */
  sort: string | undefined
  /** `undefined` for the list's own order. */
  setSort: (sort: string | undefined) => void
  /** The address with other filters and the list's own order. */
  addressOf: (filter: FilterValues) => ListSearch
}

/** The filters and the order of the open list. The address holds them. */
export const useFilters = (): Filters => {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { filter = {}, sort, view } = useMemo(() => anySearch(search), [search])
  const addressOf = (next: FilterValues): ListSearch => ({
    ...(view !== undefined && { view }),
    ...(Object.keys(next).length > 0 && { filter: next }),
  })
  const open = (next: ListSearch) =>
    void navigate({
      to: '.',
      search: next,
      state: ({ setAside }) => ({ ...(setAside && { setAside }) }),
      replace: true,
      resetScroll: false,
    })
  return {
    filter,
    setFilter: (next) => open({ ...addressOf(next), ...(sort !== undefined && { sort }) }),
    sort,
    setSort: (next) => open({ ...addressOf(filter), ...(next !== undefined && { sort: next }) }),
    addressOf,
  }
}
