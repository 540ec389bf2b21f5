import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useText } from '../i18n/text.ts'
import classes from './date-field.module.css'
import { dateText, valueOfDate } from './date-text.ts'

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'type'> {
  /** yyyy-mm-dd, or yyyy-mm-ddThh:mm with a time; '' for none. */
  value?: string
  onChange: (value: string) => void
  min?: string | undefined
  max?: string | undefined
  withTime?: boolean
}

/** A date, written in the language of the portal or chosen from the calendar of the browser. What is no date is not passed on. */
export const DateField = ({
  value = '',
  onChange,
  min,
  max,
  withTime = false,
  error,
  onBlur,
  ...props
}: DateFieldProps) => {
  const t = useText()
  const native = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string | null>(null)
  const [hasProblem, setProblem] = useState(false)
  const change = (text: string) => {
    setDraft(text)
    setProblem(false)
    const next = text.trim() === '' ? '' : valueOfDate(text, withTime)
    if (next !== null) onChange(next)
  }
  const leave = () => {
    const isWrong = draft !== null && draft.trim() !== '' && valueOfDate(draft, withTime) === null
    setProblem(isWrong)
    if (!isWrong) setDraft(null)
  }
  const form = t(withTime ? 'form.date_time_form' : 'form.date_form')
  return (
    <TextInput
      {...props}
      value={draft ?? dateText(value)}
      placeholder={form}
      error={hasProblem ? t('form.date_problem', { form }) : error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
      rightSectionPointerEvents="all"
      rightSection={
        <>
          <ActionIcon
            variant="subtle"
            size={26}
            color="gray"
            aria-label={t('form.open_calendar')}
            tabIndex={-1}
            onClick={() => native.current?.showPicker()}
          >
            <IconCalendar size={15} stroke={1.7} />
          </ActionIcon>
          <input
            ref={native}
            type={withTime ? 'datetime-local' : 'date'}
            className={classes.native}
            tabIndex={-1}
            aria-hidden
            value={value}
            min={min}
            max={max}
            onChange={(event) => {
              setDraft(null)
              setProblem(false)
              onChange(event.currentTarget.value)
            }}
          />
        </>
      }
    />
  )
}
