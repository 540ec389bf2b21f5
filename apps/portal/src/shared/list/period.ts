import type { MessageId } from '../i18n/text.ts'
import type { FilterValues } from './list-search.ts'

/** Presets stay relative in the address, so that a bookmark of 'last 7 days' moves with the days. */
export const periods = ['today', 'yesterday', '7d', '30d', '90d'] as const
export type Period = (typeof periods)[number]

export const isPeriod = (value: unknown): value is Period => periods.includes(value as Period)

export const periodLabels: Record<Period, MessageId> = {
  today: 'list.period_today',
  yesterday: 'list.period_yesterday',
  '7d': 'list.period_7d',
  '30d': 'list.period_30d',
  '90d': 'list.period_90d',
}

/** The first and the last day, as yyyy-mm-dd; '' for none. */
export interface Days {
  from: string
  to: string
}

/** Whether the last day is before the first. */
export const areReversed = ({ from, to }: Days): boolean => from !== '' && to !== '' && to < from

/** First and last day, counted back from today and included. */
const daysBack: Record<Period, readonly [first: number, last: number]> = {
  today: [0, 0],
  yesterday: [1, 1],
  '7d': [6, 0],
  '30d': [29, 0],
  '90d': [89, 0],
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** When a day, yyyy-mm-dd, begins in the person's time zone. */
export const startOfDay = (day: string): Date | null => {
  if (!dayPattern.test(day)) return null
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date)
  // There is no 31 February.
  return start.getMonth() === month - 1 && start.getDate() === date ? start : null
}

export const addDays = (day: Date, days: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)

/** The day, as yyyy-mm-dd in the person's time zone, so many days before now. */
export const dayBefore = (now: Date, days: number): string => {
  const day = addDays(now, -days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** DateParameter of rules-and-calls section 5: yyyy-mm-dd-hhmmss in UTC. */
export const dateParameter = (instant: Date): string => {
  const iso = instant.toISOString()
  return `${iso.slice(0, 10)}-${iso.slice(11, 19).replaceAll(':', '')}`
}

const lastSecondOf = (day: Date): Date => new Date(addDays(day, 1).getTime() - 1000)

/**
 * The chosen days in the person's time zone as the call's `date_from` and `date_to` in UTC. The last second of the last
 * day is included.
 */
export const datesOfCall = (filter: FilterValues, now: Date): { date_from?: string; date_to?: string } => {
  if (isPeriod(filter.period)) {
    const [first, last] = daysBack[filter.period]
    return {
      date_from: dateParameter(addDays(now, -first)),
      ...(last === 0 ? {} : { date_to: dateParameter(lastSecondOf(addDays(now, -last))) }),
    }
  }
  const from = typeof filter.date_from === 'string' ? startOfDay(filter.date_from) : null
  const to = typeof filter.date_to === 'string' ? startOfDay(filter.date_to) : null
  return {
    ...(from ? { date_from: dateParameter(from) } : {}),
    ...(to ? { date_to: dateParameter(lastSecondOf(to)) } : {}),
  }
}

/** The days of a filter that has them in one value: a period, or the first and the last day with `..` between them. Either may be absent. */
export const daysOfValue = (value: string): FilterValues => {
  if (isPeriod(value)) return { period: value }
  const [from = '', to = ''] = value.split('..')
  return { ...(from && { date_from: from }), ...(to && { date_to: to }) }
}

/** Whether a value is a period or has days, as `daysOfValue` reads it. */
export const areDays = (value: string): boolean => {
  if (isPeriod(value)) return true
  const days = value.split('..')
  const isDay = (day: string) => startOfDay(day) !== null
  return days.length === 2 && days.some(isDay) && days.every((day) => day === '' || isDay(day))
}

/** The value for these days; `null` for none. */
export const valueOfDays = (from: string, to: string): string | null => (from || to ? `${from}..${to}` : null)
