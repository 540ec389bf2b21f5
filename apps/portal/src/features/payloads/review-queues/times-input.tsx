import { Switch, Text } from '@mantine/core'
import { DateField } from '../../../shared/forms/date-field.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { RepeatInput, repeatingOf, repetitionOf } from './repeat-input.tsx'

/** When a new queue is drawn and due. */
interface Times {
  repeating: ReturnType<typeof repeatingOf>
  fromNowOn: boolean
  dueOn: string
}

export const noTimes: Times = { repeating: repeatingOf(null), fromNowOn: true, dueOn: '' }

/** The times for the calls. */
export const timesOf = ({ repeating, fromNowOn, dueOn }: Times) => {
  const repeats = repetitionOf(repeating)
  return repeats ? { due_on: null, repeats, from_now_on: fromNowOn } : { due_on: dueOn || null }
}

interface TimesInputProps {
  value: Times
  onChange: (value: Times) => void
  /** Whether the recordings that were chosen are those of a period. */
  hasPeriod: boolean
}

/** Whether a queue is drawn once and due on a day, or repeats and begins with what is there or with nothing. */
export const TimesInput = ({ value, onChange, hasPeriod }: TimesInputProps) => {
  const t = useText()
  const set = (changed: Partial<Times>) => onChange({ ...value, ...changed })
  const isRepeated = value.repeating.kind !== 'never'
  return (
    <>
      <RepeatInput value={value.repeating} onChange={(repeating) => set({ repeating })} />
      {isRepeated && (
        <Switch
          label={t('reviews.from_now_on')}
          description={t('reviews.from_now_on_hint')}
          checked={value.fromNowOn}
          onChange={(event) => set({ fromNowOn: event.currentTarget.checked })}
        />
      )}
      {isRepeated && hasPeriod && <Text size="sm">{t('reviews.repeat_no_period')}</Text>}
      {!isRepeated && (
        <DateField label={t('reviews.due_on')} value={value.dueOn} onChange={(dueOn) => set({ dueOn })} />
      )}
    </>
  )
}
