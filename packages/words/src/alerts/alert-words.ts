import type { Alert } from '@holdfast/contract'
import type { FindText, MessageId, TextValues } from '../message.ts'

/** The facts of an alert that every notification of it has. */
export type ToldAlert = Pick<Alert, 'condition' | 'condition_values' | 'alert_subject' | 'alert_message'>

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
  { condition, condition_values, alert_subject, alert_message }: ToldAlert,
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

/** Whether an active alert is silenced at the moment. */
export const isSilenced = ({ alert_state, silenced_until }: Pick<Alert, 'alert_state' | 'silenced_until'>): boolean =>
  alert_state === 'Triggered' && silenced_until !== null && Date.parse(silenced_until) > Date.now()

/** Cleared, or how far somebody looks after it. */
export const alertStateWords = (alert: Pick<Alert, 'alert_state' | 'silenced_until' | 'acknowledged_by'>) => {
  if (alert.alert_state === 'Cleared') return 'alerts.state_Cleared' satisfies MessageId
  if (isSilenced(alert)) return 'alerts.silenced' satisfies MessageId
  if (alert.acknowledged_by !== null) return 'alerts.acknowledged' satisfies MessageId
  return 'alerts.state_Triggered' satisfies MessageId
}
