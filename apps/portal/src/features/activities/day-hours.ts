import type { HourOfTrail } from '@holdfast/contract'
import { valuesOf, withoutPeriod, withValues } from '../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'
import { addDays, dateParameter, dayBefore, startOfDay } from '../../shared/list/period.ts'

const hourMs = 60 * 60_000

/** The part of the address with an hour of the trail, as ISO text of its beginning. */
export const hourName = 'hour'

const hourIn = (filter: FilterValues): Date | null => {
  const [time = ''] = valuesOf(filter, hourName)
  return Number.isNaN(Date.parse(time)) ? null : new Date(time)
}

/** The dates of the call for an hour: its first and its last second. */
export const datesOfHour = (time: string): { date_from: string; date_to: string } => {
  const begin = Date.parse(time)
  return { date_from: dateParameter(new Date(begin)), date_to: dateParameter(new Date(begin + hourMs - 1000)) }
}

/** The day of the picture: that of the chosen hour, the last one of the chosen period, or today. */
export const dayOf = (filter: FilterValues, now: Date): Date => {
  const hour = hourIn(filter)
  if (hour) return addDays(hour, 0)
  const { period, date_to } = filter
  const today = addDays(now, 0)
  if (period === 'yesterday') return addDays(today, -1)
  const last = typeof date_to === 'string' ? startOfDay(date_to) : null
  return last !== null && last < today ? last : today
}

/** When the hours of a day begin. Days on which clocks change have 23 or 25. */
export const hoursOf = (day: Date): Date[] => {
  const count = Math.round((addDays(day, 1).getTime() - day.getTime()) / hourMs)
  return Array.from({ length: count }, (_, place) => new Date(day.getTime() + place * hourMs))
}

export type OutcomeCounts = Omit<HourOfTrail, 'from'>

const none: OutcomeCounts = { done: 0, not_done: 0, refused: 0, not_found: 0 }

/** The counts of each of these hours. */
export const countsOf = (hours: readonly Date[], items: readonly HourOfTrail[]): OutcomeCounts[] => {
  const known = new Map(items.map(({ from, ...counts }) => [Date.parse(from), counts]))
  return hours.map((hour) => known.get(hour.getTime()) ?? none)
}

export const sumOf = ({ done, not_done, refused, not_found }: OutcomeCounts): number =>
  done + not_done + refused + not_found

/** The filter with this hour, or without it if it was chosen. */
export const withHour = (filter: FilterValues, hour: Date): FilterValues =>
  withValues(filter, hourName, hourIn(filter)?.getTime() === hour.getTime() ? [] : [hour.toISOString()], {
    kind: 'moment',
    name: hourName,
    label: 'activities.hour',
  })

/** The filter for one day. */
export const withDay = (filter: FilterValues, day: Date): FilterValues => {
  const name = dayBefore(day, 0)
  return { ...withValues(withoutPeriod(filter), hourName, []), date_from: name, date_to: name }
}
