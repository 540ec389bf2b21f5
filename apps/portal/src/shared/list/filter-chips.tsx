import { Anchor, CloseButton } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { type FilterField, valuesOf, withValues } from './filter-fields.ts'
import classes from './list-page.module.css'
import type { FilterValues } from './list-search.ts'

interface FilterChipsProps {
  fields: readonly FilterField[]
  filter: FilterValues
  onChange: (filter: FilterValues) => void
}

/** The active filters, each with a button that removes it. */
export const FilterChips = ({ fields, filter, onChange }: FilterChipsProps) => {
  const t = useText()
  const labelOf = (field: FilterField, value: string): string => {
    if (field.kind === 'flag') return t(value === 'true' ? 'list.yes' : 'list.no')
    if (field.kind !== 'choices' && field.kind !== 'choice') return value
    const option = field.options.find((candidate) => candidate.value === value)
    return option ? t(option.label) : value
  }
  // `whose`, the choice between two lists, is in the address too but is not a filter: it stays.
  const names = [...fields.map(({ name }) => name), 'period', 'date_from', 'date_to']
  const cleared = names.reduce((left, name) => withValues(left, name, []), filter)
  const chips = fields.flatMap((field) => valuesOf(filter, field.name).map((value) => ({ field, value })))
  return (
    <>
      {chips.map(({ field, value }) => (
        <span key={`${field.name}=${value}`} className={classes.chip}>
          <span className={classes.chipName}>{t(field.label)}</span>
          <span className={classes.chipValue}>{labelOf(field, value)}</span>
          <CloseButton
            size="xs"
            radius="xl"
            aria-label={t('list.remove_filter', { name: `${t(field.label)} ${labelOf(field, value)}` })}
            onClick={() =>
              onChange(
                withValues(
                  filter,
                  field.name,
                  valuesOf(filter, field.name).filter((other) => other !== value),
                  field,
                ),
              )
            }
          />
        </span>
      ))}
      {chips.length > 1 && (
        <Anchor component="button" size="sm" onClick={() => onChange(cleared)}>
          {t('list.clear')}
        </Anchor>
      )}
    </>
  )
}
