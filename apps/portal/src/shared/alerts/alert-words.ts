import type { AlertConditionName } from '@holdfast/contract'
import { alertInWords, type ToldAlert } from '@holdfast/words'
import { useIntl } from 'react-intl'
import { useFindText } from '../i18n/text.ts'

/** A function that says what happened. */
export const useAlertWords = () => {
  const find = useFindText()
  const intl = useIntl()
  const formatDay = (day: string) => intl.formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' })
  return (alert: ToldAlert) => alertInWords(alert, find, formatDay)
}

/** The text that names a kind of alert, without saying of what. */
export const nameOfCondition = (condition: AlertConditionName) => `alerts.condition_${condition}` as const
