import { Checkbox, Group, Input, NativeSelect, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { InputProps } from '../../../shared/forms/field.ts'
import { useText } from '../../../shared/i18n/text.ts'
import {
  asKind,
  intervalUnits,
  longestInterval,
  type MonthDay,
  partsOf,
  type ScheduleParts,
  scheduleKinds,
  scheduleOf,
  type Weekday,
  weekdays,
} from './schedule-parts.ts'
import { weekdayName } from './schedule-words.ts'

/** Days of the month on which a schedule can run, with the last one. */
const monthDays: readonly MonthDay[] = [...Array.from({ length: 31 }, (_, before) => before + 1), 'L']

/** Builds a schedule from simple parts, or takes an expression. */
export const ScheduleInput = ({ value, onChange, label, description, error, disabled }: InputProps) => {
  const t = useText()
  const [parts, setParts] = useState(() => partsOf(value))
  // The form may have got another schedule, such as somebody else's after a conflict.
  const shown = scheduleOf(parts) === value ? parts : partsOf(value)
  const change = (next: ScheduleParts) => {
    setParts(next)
    onChange(scheduleOf(next))
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Group gap="xs" align="end" mt={6}>
        <NativeSelect
          aria-label={label}
          disabled={disabled}
          value={shown.kind}
          onChange={({ currentTarget }) => {
            const kind = scheduleKinds.find((one) => one === currentTarget.value)
            if (kind) change(asKind(shown, kind))
          }}
          data={scheduleKinds.map((kind) => ({ value: kind, label: t(`transfer_configs.schedule_${kind}`) }))}
        />
        <ScheduleDetails parts={shown} disabled={disabled} onChange={change} />
      </Group>
    </Input.Wrapper>
  )
}

interface DetailsProps<Parts extends ScheduleParts = ScheduleParts> {
  parts: Parts
  disabled: boolean
  onChange: (parts: ScheduleParts) => void
}

const ScheduleDetails = (props: DetailsProps) => {
  const t = useText()
  const { parts, disabled, onChange } = props
  switch (parts.kind) {
    case 'never':
      return null
    case 'interval':
      return <IntervalInput {...props} parts={parts} />
    case 'expert':
      return (
        <TextInput
          aria-label={t('transfer_configs.expression')}
          placeholder="cron(0 8 ? * MON-FRI *)"
          disabled={disabled}
          flex={1}
          miw={220}
          value={parts.expression}
          onChange={({ currentTarget }) => onChange({ ...parts, expression: currentTarget.value })}
        />
      )
    case 'weekly':
      return (
        <Stack gap="xs">
          <WeekdaysInput {...props} parts={parts} />
          <TimeInput {...props} parts={parts} />
        </Stack>
      )
    case 'monthly':
      return (
        <>
          <Select
            aria-label={t('transfer_configs.month_day')}
            disabled={disabled}
            allowDeselect={false}
            w={130}
            value={String(parts.day)}
            onChange={(day) => day && onChange({ ...parts, day: day === 'L' ? 'L' : Number(day) })}
            data={monthDays.map((day) => ({
              value: String(day),
              label: day === 'L' ? t('transfer_configs.last_day') : t('transfer_configs.day_of_month', { day }),
            }))}
          />
          <TimeInput {...props} parts={parts} />
        </>
      )
    case 'daily':
      return <TimeInput {...props} parts={parts} />
  }
}

const IntervalInput = ({ parts, disabled, onChange }: DetailsProps<Extract<ScheduleParts, { kind: 'interval' }>>) => {
  const t = useText()
  return (
    <>
      <NumberInput
        aria-label={t('transfer_configs.interval')}
        disabled={disabled}
        w={90}
        min={1}
        max={longestInterval}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        value={parts.every}
        onChange={(every) => onChange({ ...parts, every })}
      />
      <NativeSelect
        aria-label={t('transfer_configs.interval_unit')}
        disabled={disabled}
        value={parts.unit}
        onChange={({ currentTarget }) => {
          const unit = intervalUnits.find((one) => one === currentTarget.value)
          if (unit) onChange({ ...parts, unit })
        }}
        data={intervalUnits.map((unit) => ({ value: unit, label: t(`transfer_configs.unit_${unit}`) }))}
      />
    </>
  )
}

const WeekdaysInput = ({ parts, disabled, onChange }: DetailsProps<Extract<ScheduleParts, { kind: 'weekly' }>>) => {
  const t = useText()
  const intl = useIntl()
  return (
    <Checkbox.Group
      aria-label={t('transfer_configs.weekdays')}
      value={[...parts.weekdays]}
      onChange={(chosen) => onChange({ ...parts, weekdays: chosen as Weekday[] })}
    >
      <Group gap="sm">
        {weekdays.map((weekday) => (
          <Checkbox
            key={weekday}
            value={weekday}
            disabled={disabled}
            label={weekdayName(intl, weekday, 'short')}
            aria-label={weekdayName(intl, weekday)}
          />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

const TimeInput = ({ parts, disabled, onChange }: DetailsProps<Extract<ScheduleParts, { time: string }>>) => {
  const t = useText()
  return (
    <TextInput
      type="time"
      aria-label={t('transfer_configs.time')}
      disabled={disabled}
      w={140}
      value={parts.time}
      onChange={({ currentTarget }) => onChange({ ...parts, time: currentTarget.value })}
    />
  )
}
