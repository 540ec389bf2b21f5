import { type FirstDraw, firstDraws } from '@holdfast/contract'
import { Radio, Stack, Text } from '@mantine/core'
import { DateField } from '../../../shared/forms/date-field.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { RepeatInput, repeatingOf, repetitionOf } from './repeat-input.tsx'

/** When a new queue is drawn and due. */
interface Times {
  repeating: ReturnType<typeof repeatingOf>
  /** null: nobody has chosen, so it follows from the recordings. */
  firstDraw: FirstDraw | null
  dueOn: string
}

export const noTimes: Times = { repeating: repeatingOf(null), firstDraw: null, dueOn: '' }

/** The first draw of a view with a period is of the last day or week, unless another one is chosen. */
const firstDrawOf = ({ firstDraw }: Times, hasPeriod: boolean): FirstDraw =>
  firstDraw ?? (hasPeriod ? 'last_period' : 'nothing')

/** The times for the calls. */
export const timesOf = (times: Times, hasPeriod: boolean) => {
  const { repeating, dueOn } = times
  const repeats = repetitionOf(repeating)
  return repeats ? { due_on: null, repeats, first_draw: firstDrawOf(times, hasPeriod) } : { due_on: dueOn || null }
}

interface TimesInputProps {
  value: Times
  onChange: (value: Times) => void
  /** Whether the recordings that were chosen are those of a period. */
  hasPeriod: boolean
}

/** Whether a queue is drawn once and due on a day, or repeats and begins with what is there, the last period or nothing. */
export const TimesInput = ({ value, onChange, hasPeriod }: TimesInputProps) => {
  const t = useText()
  const set = (changed: Partial<Times>) => onChange({ ...value, ...changed })
  const { kind } = value.repeating
  const isRepeated = kind !== 'never'
  const every = kind === 'day' ? 'day' : 'week'
  return (
    <>
      <RepeatInput value={value.repeating} onChange={(repeating) => set({ repeating })} />
      {isRepeated && (
        <Radio.Group
          label={t('reviews.first_draw')}
          value={firstDrawOf(value, hasPeriod)}
          onChange={(firstDraw) => set({ firstDraw: firstDraw as FirstDraw })}
        >
          <Stack gap="xs" mt="xs">
            {firstDraws.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(one === 'last_period' ? `reviews.first_draw_last_${every}` : `reviews.first_draw_${one}`)}
                description={t(`reviews.first_draw_${one}_hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {isRepeated && hasPeriod && <Text size="sm">{t('reviews.repeat_no_period')}</Text>}
      {!isRepeated && (
        <DateField label={t('reviews.due_on')} value={value.dueOn} onChange={(dueOn) => set({ dueOn })} />
      )}
    </>
  )
}
