import { dayStyle } from '../day-style.ts'

/** A date parameter of a call in words; `undefined` for any other value. */
export type DateInWords = (name: string, value: string) => string | undefined

/** yyyy-mm-dd, or with a time of day in UTC as in 1999-01-01-165000. */
const datePattern = /^(\d{4}-\d{2}-\d{2})(?:-(\d{2})(\d{2})(\d{2}))?$/

/** Dates of a filter as its chips show them: a day, unless it is neither the beginning nor, as the last date, the end of one for the reader. */
export const datesInWords = (locale: string, timeZone: string): DateInWords => {
  const dateStyle = dayStyle(locale)
  const days = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })
  const daysOfReader = new Intl.DateTimeFormat(locale, { dateStyle, timeZone })
  const moments = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'medium', timeZone })
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone })
  return (name, value) => {
    const [, day, hours, minutes, seconds] = datePattern.exec(value) ?? []
    if (day === undefined) return undefined
    const moment = new Date(`${day}T${hours ?? '00'}:${minutes ?? '00'}:${seconds ?? '00'}Z`)
    if (Number.isNaN(moment.getTime())) return undefined
    if (hours === undefined) return days.format(moment)
    const isWholeDay = clock.format(moment) === (name === 'date_to' ? '23:59:59' : '00:00:00')
    return (isWholeDay ? daysOfReader : moments).format(moment)
  }
}
