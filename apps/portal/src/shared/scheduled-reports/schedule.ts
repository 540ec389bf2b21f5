import type { Report } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'

export const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** A Monday. */
const monday = Date.UTC(2024, 0, 1)
const dayMs = 24 * 60 * 60 * 1000

/** Functions that name days of the week, 1 to 7 from Monday on, and full hours. */
export const useScheduleNames = () => {
  const intl = useIntl()
  return {
    weekdayName: (weekday: number): string =>
      intl.formatDate(monday + (weekday - 1) * dayMs, { weekday: 'long', timeZone: 'UTC' }),
    hourName: (hour: number): string =>
      intl.formatTime(monday + hour * 60 * 60 * 1000, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }),
  }
}

/** A function that says when a report is sent. */
export const useScheduleWords = () => {
  const t = useText()
  const { weekdayName, hourName } = useScheduleNames()
  return ({ every, weekday, month_day, hour }: Report): string => {
    const time = hourName(hour)
    return t(`reports.shown_${every}`, { time, weekday: weekdayName(weekday ?? 1), day: month_day ?? 1 })
  }
}
