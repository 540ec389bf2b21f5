import { Group, Input, NativeSelect, NumberInput } from '@mantine/core'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { type Period, periodUnits } from './edited-rules.ts'

const mostDays = 100_000
const mostYears = 270

interface PeriodInputProps {
  label: MessageId
  /** Of what, for screen readers. */
  of: string
  period: Period
  error?: string | false
  /** The head of a column has the label. */
  isInTable?: boolean
  onChange: (period: Period) => void
}

/** A number of days or years; empty for never. */
export const PeriodInput = ({ label, of, period, error = false, isInTable = false, onChange }: PeriodInputProps) => {
  const t = useText()
  const { amount, unit } = period
  return (
    <Input.Wrapper label={isInTable ? null : t(label)} labelElement="div" error={error}>
      <Group gap={4} wrap="nowrap">
        <NumberInput
          aria-label={`${t(label)}, ${of}`}
          aria-invalid={error !== false}
          placeholder={t('retention.never')}
          value={amount}
          min={0}
          max={unit === 'years' ? mostYears : mostDays}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          error={error !== false}
          w={96}
          onChange={(typed) => onChange({ unit, amount: typeof typed === 'number' ? typed : '' })}
        />
        <NativeSelect
          aria-label={`${t('retention.unit')}, ${t(label)}, ${of}`}
          value={unit}
          w={94}
          onChange={(event) => onChange({ amount, unit: event.currentTarget.value as Period['unit'] })}
          data={periodUnits.map((value) => ({ value, label: t(`retention.unit_${value}`) }))}
        />
      </Group>
    </Input.Wrapper>
  )
}
