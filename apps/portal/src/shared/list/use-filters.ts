import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { anySearch, type FilterValues } from './list-search.ts'

/** The filters of the open list. The address holds them. */
export const useFilters = (): { filter: FilterValues; setFilter: (filter: FilterValues) => void } => {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const filter = useMemo(() => anySearch(search).filter ?? {}, [search])
  return {
    filter,
    setFilter: (next) => {
      const isEmpty = Object.keys(next).length === 0
      void navigate({ to: '.', search: isEmpty ? {} : { filter: next }, replace: true, resetScroll: false })
    },
  }
}
