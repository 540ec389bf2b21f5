import { Anchor, CloseButton } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { type FilterField, valuesOf, withoutFilters, withValues } from './filter-fields.ts'
import classes from './list-page.module.css'
import type { FilterValues } from './list-search.ts'
import { useActiveFilters } from './use-active-filters.ts'

interface FilterChipsProps {
  fields: readonly FilterField[]
  filter: FilterValues
  /** Of references and numbers, as the rows of the list have them. */
  names?: ReadonlyMap<string, string> | undefined
  onChange: (filter: FilterValues) => void
}

/** The active filters, each with a button that removes it. */
export const FilterChips = ({ fields, filter, names, onChange }: FilterChipsProps) => {
  const t = useText()
  const chips = useActiveFilters(fields, filter, names).flatMap(({ field, values }) =>
    values.map(({ value, label, all }) => {
      const others = valuesOf(filter, field.name).filter((other) => !all.includes(other))
      return { field, value, label, remaining: withValues(filter, field.name, others, field) }
    }),
  )
  return (
    <>
      {chips.map(({ field, value, label, remaining }) => (
        <span
          key={`${field.name}=${value}`}
          className={classes.chip}
          title={label === value || field.kind === 'grouped' ? undefined : value}
        >
          <span className={classes.chipName}>{t(field.label)}</span>
          <span className={classes.chipValue}>{label}</span>
          <CloseButton
            size="xs"
            radius="xl"
            aria-label={t('list.remove_filter', { name: `${t(field.label)} ${label}` })}
            onClick={() => onChange(remaining)}
          />
        </span>
      ))}
      {chips.length > 1 && (
        <Anchor component="button" size="sm" onClick={() => onChange(withoutFilters(filter, fields))}>
          {t('list.clear')}
        </Anchor>
      )}
    </>
  )
}
