import { type IntlShape, useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { partsOf, type Weekday, weekdays } from './schedule-parts.ts'

/** The first of January 2024 was a Monday. */
export const weekdayName = (intl: IntlShape, weekday: Weekday, style: 'short' | 'long' = 'long'): string =>
  intl.formatDate(Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday)), { weekday: style, timeZone: 'UTC' })

/** A schedule in words, such as 'Every day at 02:00'; expressions that the form does not build stay as they are. */
export const useScheduleWords = (): ((schedule: string) => string) => {
  const t = useText()
  const intl = useIntl()
  const shown = (time: string) => intl.formatDate(`2024-01-01T${time}:00Z`, { timeStyle: 'short', timeZone: 'UTC' })
  return (schedule) => {
    const parts = partsOf(schedule)
    switch (parts.kind) {
      case 'never':
        return t('transfer_configs.runs_never')
      case 'interval':
        return t(`transfer_configs.runs_each_${parts.unit}`, { count: Number(parts.every) })
      case 'daily':
        return t('transfer_configs.runs_daily', { time: shown(parts.time) })
      case 'weekly': {
        const days = intl.formatList(parts.weekdays.map((weekday) => weekdayName(intl, weekday, 'short')))
        return t('transfer_configs.runs_weekly', { days, time: shown(parts.time) })
      }
      case 'monthly':
        return parts.day === 'L'
          ? t('transfer_configs.runs_month_end', { time: shown(parts.time) })
          : t('transfer_configs.runs_monthly', { day: parts.day, time: shown(parts.time) })
      case 'expert':
        return parts.expression
    }
  }
}
