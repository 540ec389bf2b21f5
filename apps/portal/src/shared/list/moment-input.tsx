import { DateField } from '../forms/date-field.tsx'
import { useText } from '../i18n/text.ts'
import { type FilterField, valuesOf, withValues } from './filter-fields.ts'
import type { FilterValues } from './list-search.ts'
import type { FilterChange } from './use-filters.ts'

interface MomentInputProps {
  field: FilterField
  filter: FilterValues
  onChange: (filter: FilterValues, change?: FilterChange) => void
}

/** Chooses a time in the person's time zone. The address has it in UTC, so that it is the same moment for everybody who opens it. */
export const MomentInput = ({ field, filter, onChange }: MomentInputProps) => {
  const t = useText()
  const time = new Date(valuesOf(filter, field.name).at(-1) ?? '')
  const set = (chosen: Date) =>
    onChange(
      withValues(filter, field.name, Number.isNaN(chosen.getTime()) ? [] : [chosen.toISOString()], field),
      'typed',
    )
  return (
    <DateField
      withTime
      label={t(field.label)}
      value={Number.isNaN(time.getTime()) ? '' : localTimeOf(time)}
      max={localTimeOf(new Date())}
      onChange={(value) => set(new Date(value))}
    />
  )
}

/** As the browser's field has it: yyyy-mm-ddThh:mm. */
const localTimeOf = (time: Date): string => {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
