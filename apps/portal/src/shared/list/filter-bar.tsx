import { Button, Popover } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { FilterChips } from './filter-chips.tsx'
import type { FilterField } from './filter-fields.ts'
import { FilterInput } from './filter-input.tsx'
import classes from './list-page.module.css'
import type { FilterValues } from './list-search.ts'
import { PeriodControl } from './period-control.tsx'

interface FilterBarProps {
  fields: readonly FilterField[]
  hasPeriod: boolean
  filter: FilterValues
  onChange: (filter: FilterValues) => void
  children?: ReactNode
}

/** Filters, period, and a removable chip for each filter in force. `F` opens the filters. */
export const FilterBar = ({ fields, hasPeriod, filter, onChange, children }: FilterBarProps) => {
  const t = useText()
  const [isOpen, panel] = useDisclosure()
  useHotkeys([['F', panel.open]])
  return (
    <div className={classes.bar}>
      {children}
      {hasPeriod && <PeriodControl filter={filter} onChange={onChange} />}
      {fields.length > 0 && (
        <Popover
          opened={isOpen}
          onChange={(open) => (open ? panel.open() : panel.close())}
          position="bottom-start"
          shadow="md"
          trapFocus
        >
          <Popover.Target>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFilter size={15} stroke={1.7} />}
              onClick={panel.toggle}
            >
              {t('list.filter')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('list.filters')}>
            <div className={classes.panel}>
              {fields.map((field) => (
                <FilterInput key={field.name} field={field} filter={filter} onChange={onChange} />
              ))}
            </div>
          </Popover.Dropdown>
        </Popover>
      )}
      <FilterChips fields={fields} filter={filter} onChange={onChange} />
    </div>
  )
}
