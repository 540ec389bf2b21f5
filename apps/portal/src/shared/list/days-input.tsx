import { Box, Chip, Group, Input, TextInput } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { type FilterField, valuesOf, withValues } from './filter-fields.ts'
import type { FilterValues } from './list-search.ts'
import { daysOfValue, isPeriod, periodLabels, periods, valueOfDays } from './period.ts'

interface DaysInputProps {
  field: FilterField
  filter: FilterValues
  onChange: (filter: FilterValues) => void
}

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Chooses a period, or days in the person's time zone. A click on the chosen period removes it. */
export const DaysInput = ({ field, filter, onChange }: DaysInputProps) => {
  const t = useText()
  const value = valuesOf(filter, field.name).at(-1) ?? ''
  const { date_from, date_to } = daysOfValue(value)
  const [from, to] = [textOr(date_from), textOr(date_to)]
  const set = (chosen: string | null) =>
    onChange(withValues(filter, field.name, chosen === null ? [] : [chosen], field))
  return (
    <Input.Wrapper label={t(field.label)} labelElement="div">
      <Box role="group" aria-label={t(field.label)}>
        <Chip.Group value={isPeriod(value) ? value : ''} onChange={(period) => set(period)}>
          <Group gap={6} mt={6}>
            {periods.map((period) => (
              <Chip
                key={period}
                value={period}
                size="xs"
                radius="xl"
                variant="outline"
                onClick={() => value === period && set(null)}
              >
                {t(periodLabels[period])}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group gap={6} mt={6} grow>
          <TextInput
            type="date"
            size="xs"
            label={t('list.from')}
            value={from}
            max={to || undefined}
            onChange={(event) => set(valueOfDays(event.currentTarget.value, to))}
          />
          <TextInput
            type="date"
            size="xs"
            label={t('list.to')}
            value={to}
            min={from || undefined}
            onChange={(event) => set(valueOfDays(from, event.currentTarget.value))}
          />
        </Group>
      </Box>
    </Input.Wrapper>
  )
}
