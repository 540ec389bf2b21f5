import type { IntlShape } from 'react-intl'

/** A month in words. @param month yyyy-mm, in UTC */
export const monthName = (intl: IntlShape, month: string, style: 'long' | 'short' = 'long'): string =>
  intl.formatDate(`${month}-01T00:00:00Z`, {
    month: style,
    ...(style === 'long' && { year: 'numeric' as const }),
    timeZone: 'UTC',
  })

/** The first and the last day of a month, as the period of a list has them. */
export const daysOfMonth = (month: string): { date_from: string; date_to: string } => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 'yyyy-mm-dd'.length)
  return { date_from: `${month}-01`, date_to: last }
}
