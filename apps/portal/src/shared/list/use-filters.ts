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
}

/** The filters and the order of the open list. The address holds them. */
export const useFilters = (): Filters => {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { filter = {}, sort } = useMemo(() => anySearch(search), [search])
  const open = (next: ListSearch) => void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  const sorted = sort === undefined ? {} : { sort }
  const filtered = Object.keys(filter).length === 0 ? {} : { filter }
  return {
    filter,
    setFilter: (next) => open(Object.keys(next).length === 0 ? sorted : { filter: next, ...sorted }),
    sort,
    setSort: (next) => open(next === undefined ? filtered : { ...filtered, sort: next }),
  }
}
