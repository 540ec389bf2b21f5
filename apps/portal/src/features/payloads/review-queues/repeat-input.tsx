import type { QueueRepetition } from '@holdfast/contract'
import { Group, Input, NumberInput, SegmentedControl, Select, Stack } from '@mantine/core'
import { useIntl } from 'react-intl'
import { DateField } from '../../../shared/forms/date-field.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { personTimezone } from '../../../shared/ui/person-timezone.ts'
import { hourName, weekdayName } from './repeat-words.ts'

/** When a queue is drawn anew, as the form has it. */
export interface Repeating {
  kind: 'never' | 'day' | 'week'
  weekday: number
  hour: number
  time_zone: string
  until: string
  dueAfterDays: number | ''
}

const monday = 1
const beforeWork = 6

/** The repetition of a queue in the form; of a new one that is drawn once. */
export const repeatingOf = (repeats: QueueRepetition | null): Repeating => ({
  kind: repeats === null ? 'never' : repeats.weekday === null ? 'day' : 'week',
  weekday: repeats?.weekday ?? monday,
  hour: repeats?.hour ?? beforeWork,
  time_zone: repeats?.time_zone ?? personTimezone(),
  until: repeats?.until ?? '',
  dueAfterDays: repeats ? (repeats.due_after_days ?? '') : 7,
})

/** The repetition for the call; `null` for a queue that is drawn once. */
export const repetitionOf = ({ kind, weekday, hour, time_zone, until, dueAfterDays }: Repeating) =>
  kind === 'never'
    ? null
    : {
        weekday: kind === 'week' ? weekday : null,
        hour,
        time_zone,
        until: until || null,
        due_after_days: dueAfterDays === '' ? null : dueAfterDays,
      }

interface RepeatInputProps {
  value: Repeating
  onChange: (value: Repeating) => void
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const maxDueAfterDays = 366

/** Never, or each day or week at an hour, and until when. */
export const RepeatInput = ({ value, onChange }: RepeatInputProps) => {
  const t = useText()
  const intl = useIntl()
  const set = (changed: Partial<Repeating>) => onChange({ ...value, ...changed })
  return (
    <Stack gap="sm">
      <Input.Wrapper label={t('reviews.repeat')} description={t('reviews.repeat_hint')} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={t('reviews.repeat')}
          value={value.kind}
          onChange={(kind) => set({ kind: kind as Repeating['kind'] })}
          data={(['never', 'day', 'week'] as const).map((kind) => ({
            value: kind,
            label: t(`reviews.repeat_${kind}`),
          }))}
        />
      </Input.Wrapper>
      {value.kind !== 'never' && (
        <>
          <Group grow preventGrowOverflow={false} align="flex-end">
            {value.kind === 'week' && (
              <Select
                label={t('reviews.repeat_weekday')}
                allowDeselect={false}
                value={String(value.weekday)}
                onChange={(weekday) => set({ weekday: Number(weekday) })}
                data={weekdays.map((day) => ({ value: String(day), label: weekdayName(intl, day) }))}
              />
            )}
            <Select
              label={t('reviews.repeat_hour', { zone: value.time_zone })}
              allowDeselect={false}
              value={String(value.hour)}
              onChange={(hour) => set({ hour: Number(hour) })}
              data={hours.map((hour) => ({ value: String(hour), label: hourName(intl, hour) }))}
            />
          </Group>
          <NumberInput
            label={t('reviews.repeat_due')}
            description={t('reviews.repeat_due_hint')}
            min={0}
            max={maxDueAfterDays}
            allowDecimal={false}
            value={value.dueAfterDays}
            onChange={(days) => set({ dueAfterDays: days === '' ? '' : Number(days) })}
          />
          <DateField label={t('reviews.repeat_until')} value={value.until} onChange={(until) => set({ until })} />
        </>
      )}
    </Stack>
  )
}
