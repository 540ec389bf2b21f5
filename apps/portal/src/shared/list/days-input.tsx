import { Box, Chip, Group, Input } from '@mantine/core'
import { DateField } from '../forms/date-field.tsx'
import { useText } from '../i18n/text.ts'
import { type FilterField, valuesOf, withValues } from './filter-fields.ts'
import type { FilterValues } from './list-search.ts'
import { type Days, daysOfValue, isPeriod, periodLabels, periods, valueOfDays } from './period.ts'
import { useDays } from './use-days.ts'
import type { FilterChange } from './use-filters.ts'

interface DaysInputProps {
  field: FilterField
  filter: FilterValues
  onChange: (filter: FilterValues, change?: FilterChange) => void
}

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Chooses a period, or days in the person's time zone. A click on the chosen period removes it. */
export const DaysInput = ({ field, filter, onChange }: DaysInputProps) => {
  const t = useText()
  const value = valuesOf(filter, field.name).at(-1) ?? ''
  const { date_from, date_to } = daysOfValue(value)
  const set = (chosen: string | null, change?: FilterChange) =>
    onChange(withValues(filter, field.name, chosen === null ? [] : [chosen], field), change)
  const apply = ({ from, to }: Days) => set(valueOfDays(from, to), 'typed')
  const { days, change, reset, error } = useDays({ from: textOr(date_from), to: textOr(date_to) }, apply)
  const choose = (period: string | null) => {
    reset()
    set(period)
  }
  return (
    <Input.Wrapper label={t(field.label)} labelElement="div">
      <Box role="group" aria-label={t(field.label)}>
        <Chip.Group value={isPeriod(value) ? value : ''} onChange={choose}>
          <Group gap={6} mt={6}>
            {periods.map((period) => (
              <Chip
                key={period}
                value={period}
                size="xs"
                radius="xl"
                variant="outline"
                onClick={() => value === period && choose(null)}
              >
                {t(periodLabels[period])}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group gap={6} mt={6} grow>
          <DateField
            size="xs"
            label={t('list.from')}
            value={days.from}
            max={days.to || undefined}
            onChange={(from) => change({ from })}
          />
          <DateField
            size="xs"
            label={t('list.to')}
            value={days.to}
            min={days.from || undefined}
            error={error}
            onChange={(to) => change({ to })}
          />
        </Group>
      </Box>
    </Input.Wrapper>
  )
}
