import { Button } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { type FilterField, withoutFilters, withoutPeriod, withValues } from './filter-fields.ts'
import classes from './list-page.module.css'
import type { FilterValues } from './list-search.ts'
import { useActiveFilters } from './use-active-filters.ts'

interface LoosenFiltersProps {
  fields: readonly FilterField[]
  filter: FilterValues
  onChange: (filter: FilterValues) => void
}

/** Below an empty result: each active filter as a button that removes it, and all dates. */
export const LoosenFilters = ({ fields, filter, onChange }: LoosenFiltersProps) => {
  const t = useText()
  const active = useActiveFilters(fields, filter)
  const hasPeriod = Object.keys(withoutPeriod(filter)).length < Object.keys(filter).length
  const offers = [
    ...(hasPeriod ? [{ name: t('list.all_dates'), filter: withoutPeriod(filter) }] : []),
    ...active.map(({ field, values }) => ({
      name: t('list.without', { name: `${t(field.label)} ${values.map(({ label }) => label).join(', ')}` }),
      filter: withValues(filter, field.name, []),
    })),
  ]
  return (
    <div className={classes.loosen}>
      {offers.map((offer) => (
        <Button key={offer.name} variant="default" size="xs" onClick={() => onChange(offer.filter)}>
          {offer.name}
        </Button>
      ))}
      {offers.length > 1 && (
        <Button variant="subtle" size="xs" onClick={() => onChange(withoutFilters(filter, fields))}>
          {t('list.clear')}
        </Button>
      )}
    </div>
  )
}
