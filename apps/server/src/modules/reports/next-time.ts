import type { Report } from '@holdfast/contract'
import { Temporal } from 'temporal-polyfill'

type Schedule = Pick<Report, 'every' | 'weekday' | 'month_day' | 'hour' | 'time_zone'>

/** A month has the 31st within this many days. */
const mostDays = 62

/**
 * The first time of a schedule after this one. A month without the day has it on its last day. An hour that clocks skip is the one after
 * it, and an hour that they repeat is the first of both.
 */
export const nextTime = (schedule: Schedule, after: Date): Date => {
  const { hour, time_zone: timeZone } = schedule
  const first = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  for (let days = 0; days <= mostDays; days++) {
    const day = first.add({ days })
    const time = day.toZonedDateTime({ timeZone, plainTime: { hour } })
    if (isDay(schedule, day) && time.epochMilliseconds > after.getTime()) return new Date(time.epochMilliseconds)
  }
  throw new Error('A schedule has no next time')
}

const isDay = ({ every, weekday, month_day }: Schedule, day: Temporal.PlainDate): boolean => {
  if (every === 'week') return day.dayOfWeek === weekday
  if (every === 'month') return day.day === Math.min(month_day ?? 1, day.daysInMonth)
  return true
}
