import type { Alert, AlertConditionName } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import type { FindText, TextValues } from '../i18n/text.ts'
import { useFindText } from '../i18n/text.ts'

/** The facts of an alert that every notification of it has. */
export type Told = Pick<Alert, 'condition' | 'condition_values' | 'alert_subject' | 'alert_message'>

const staffPrefix = 'admin/'

/** What a condition's values are called in the reader's language, where they are not names. */
const wordsOfValue: Readonly<Record<string, (value: string, find: FindText) => string | undefined>> = {
  service: (value, find) => find(`service.${value}`),
  command: (value, find) => find(`command.${value}`),
  part: (value, find) => find(`alerts.part_${value.replaceAll(' ', '_')}`),
  person: (value) => (value.startsWith(staffPrefix) ? value.slice(staffPrefix.length) : value),
}

/** Alerts in words of the reader's language; those that people raised have texts of their own. */
export const alertInWords = (
  { condition, condition_values, alert_subject, alert_message }: Told,
  find: FindText,
  formatDay: (day: string) => string,
): { subject: string; message: string } => {
  if (condition === 'raised_by_hand') return { subject: alert_subject, message: alert_message }
  const values: TextValues = Object.fromEntries(
    Object.entries(condition_values).map(([name, value]) => [
      name,
      name === 'date' ? formatDay(value) : (wordsOfValue[name]?.(value, find) ?? value),
    ]),
  )
  return {
    subject: find(`alert_condition.${condition}`, values) ?? alert_subject,
    message: find(`alert_condition.${condition}.message`, values) ?? alert_message,
  }
}

/** A function that says what happened. */
export const useAlertWords = () => {
  const find = useFindText()
  const intl = useIntl()
  const formatDay = (day: string) => intl.formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' })
  return (alert: Told) => alertInWords(alert, find, formatDay)
}

/** The text that names a kind of alert, without saying of what. */
export const nameOfCondition = (condition: AlertConditionName) => `alerts.condition_${condition}` as const
