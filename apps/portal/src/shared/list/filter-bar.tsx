import { Button, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { usePageKeys } from '../ui/use-page-keys.ts'
import { FilterChips } from './filter-chips.tsx'
import type { FieldInputProps, FilterField } from './filter-fields.ts'
import { FilterInput } from './filter-input.tsx'
import type { Sorting } from './head-row.tsx'
import classes from './list-page.module.css'
import type { ListDate } from './list-queries.ts'
import type { Period } from './period.ts'
import { PeriodControl } from './period-control.tsx'

interface FiltersProps extends Pick<FieldInputProps, 'filter' | 'onChange'> {
  fields: readonly FilterField[]
}

/** As many as stand in one column. */
const fewFields = 7

/** The button and the popover with a list's filters. `F` opens it. */
const Filters = ({ fields, filter, onChange }: FiltersProps) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const inputs = fields.filter(({ hasOwnInput }) => !hasOwnInput)
  const button = useRef<HTMLButtonElement>(null)
  // Replaces the popover's own Esc, which closes it before the fields see the key: a field that loses the focus applies what was typed.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    setIsOpen(false)
    button.current?.focus()
  }
  usePageKeys([['filter', () => setIsOpen(true)]])
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus closeOnEscape={false}>
      <Popover.Target>
        <Button
          ref={button}
          variant="default"
          size="xs"
          leftSection={<IconFilter size={15} stroke={1.7} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('list.filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.filters')} onKeyDown={onKeyDown}>
        <div className={classes.panel} data-many={inputs.length > fewFields}>
          {inputs.map((field) => (
            <FilterInput key={field.name} field={field} filter={filter} onChange={onChange} />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface FilterBarProps extends FiltersProps, Sorting {
  /** Of references and numbers, as the rows of the list have them. */
  names?: ReadonlyMap<string, string> | undefined
  hasPeriod: boolean
  usualPeriod?: Period | undefined
  dates: readonly ListDate[]
  /** At the end of the bar. */
  view: ReactNode
  children?: ReactNode
}

/** Filters, period, a removable chip for each active filter, and how the list looks. */
export const FilterBar = ({
  hasPeriod,
  usualPeriod,
  dates,
  order,
  onOrder,
  names,
  view,
  children,
  ...filters
}: FilterBarProps) => (
  <div className={classes.bar}>
    {children}
    {hasPeriod && (
      <PeriodControl
        filter={filters.filter}
        onChange={filters.onChange}
        usual={usualPeriod}
        dates={dates}
        order={order}
        onOrder={onOrder}
      />
    )}
    {filters.fields.length > 0 && <Filters {...filters} />}
    <FilterChips {...filters} names={names} />
    <div className={classes.atEnd}>{view}</div>
  </div>
)
