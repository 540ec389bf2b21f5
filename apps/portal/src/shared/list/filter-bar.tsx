import { useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode } from 'react'
import { useAsked } from '../ui/use-asked.ts'
import { FilterButton } from './filter-button.tsx'
import { FilterChips } from './filter-chips.tsx'
import type { FilterField } from './filter-fields.ts'
import classes from './list-page.module.css'
import type { FilterValues } from './list-search.ts'
import { PeriodControl } from './period-control.tsx'

const loadFilters = () => import('./opened-filters.tsx')
const OpenedFilters = lazy(loadFilters)

interface FilterBarProps {
  fields: readonly FilterField[]
  hasPeriod: boolean
  filter: FilterValues
  onChange: (filter: FilterValues) => void
  children?: ReactNode
}

/** Filters, period, and a removable chip for each filter in force. `F` opens the filters. */
export const FilterBar = ({ fields, hasPeriod, filter, onChange, children }: FilterBarProps) => {
  const { isAsked, ask, asking } = useAsked(loadFilters)
  const hasFields = fields.length > 0
  useHotkeys([['F', ask]])
  return (
    <div className={classes.bar}>
      {children}
      {hasPeriod && <PeriodControl filter={filter} onChange={onChange} />}
      {hasFields && !isAsked && <FilterButton {...asking} aria-expanded={false} />}
      {hasFields && isAsked && <OpenedFilters fields={fields} filter={filter} onChange={onChange} />}
      <FilterChips fields={fields} filter={filter} onChange={onChange} />
    </div>
  )
}
