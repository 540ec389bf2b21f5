import { Popover } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useText } from '../i18n/text.ts'
import { useOpenedAtOnce } from '../ui/use-opened-at-once.ts'
import { FilterButton } from './filter-button.tsx'
import type { FilterField } from './filter-fields.ts'
import { FilterInput } from './filter-input.tsx'
import classes from './list-page.module.css'
import type { FilterValues } from './list-search.ts'

interface OpenedFiltersProps {
  fields: readonly FilterField[]
  filter: FilterValues
  onChange: (filter: FilterValues) => void
}

/** The filters that a list has, each with its control. */
export default function OpenedFilters({ fields, filter, onChange }: OpenedFiltersProps) {
  const t = useText()
  const { target, isOpen, setIsOpen } = useOpenedAtOnce()
  useHotkeys([['F', () => setIsOpen(true)]])
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus>
      <Popover.Target>
        <FilterButton ref={target} onClick={() => setIsOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.filters')}>
        <div className={classes.panel}>
          {fields.map((field) => (
            <FilterInput key={field.name} field={field} filter={filter} onChange={onChange} />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
