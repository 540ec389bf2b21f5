import type { QueueRepetition } from '@holdfast/contract'
import type { IntlShape } from 'react-intl'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'

/** 1 January 2024 was a Monday, which is day 1. */
export const weekdayName = (intl: IntlShape, day: number): string =>
  intl.formatDate(Date.UTC(2024, 0, day), { weekday: 'long', timeZone: 'UTC' })

export const hourName = (intl: IntlShape, hour: number): string =>
  intl.formatDate(Date.UTC(2024, 0, 1, hour), { timeStyle: 'short', timeZone: 'UTC' })

/** When a queue is drawn anew, in words. */
export const useRepeatWords = () => {
  const t = useText()
  const intl = useIntl()
  return ({ weekday, hour, time_zone: zone }: QueueRepetition): string => {
    const at = { hour: hourName(intl, hour), zone }
    return weekday === null
      ? t('reviews.repeats_daily', at)
      : t('reviews.repeats_weekly', { ...at, day: weekdayName(intl, weekday) })
  }
}
