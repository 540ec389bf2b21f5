import { type DateParameter, maxStatisticsDays, spanOfDateParameter, usualStatisticsDays } from '@holdfast/contract'

const aDayMs = 24 * 60 * 60_000

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The day of UTC that was so many days before, as yyyy-mm-dd. */
export const dayBefore = (time: Date, days: number): string => dayOf(time.getTime() - days * aDayMs)

/** Days that each run counts. Earlier ones change rarely, by deletions and late uploads, and are counted once a day. */
export const recentDays = 31

/** Of accounts in which no earlier days were found: the next run looks for them again. */
export const neverCounted = new Date(0)

interface Counted {
  first: string
  isAll: boolean
  all_days_as_of: Date
}

/** The first day that a run counts, and when all days were counted last after it. */
export const countedFrom = (countedAt: string | null, now: Date): Counted => {
  const isDue = countedAt === null || now.getTime() - Date.parse(countedAt) >= aDayMs
  return {
    first: dayBefore(now, isDue ? maxStatisticsDays : recentDays),
    isAll: isDue,
    all_days_as_of: isDue ? now : new Date(countedAt),
  }
}

export interface CountedDays {
  /** yyyy-mm-dd of UTC, both included. */
  from: string
  to: string
}

/** The days that a filter asks for: the last 30 without one, and at most a year back from the last day. */
export const countedDays = (
  { date_from, date_to }: { date_from?: DateParameter; date_to?: DateParameter },
  now: Date,
): CountedDays => {
  // The end is exclusive: midnight belongs to the day before.
  const last = date_to === undefined ? now.getTime() : Date.parse(spanOfDateParameter(date_to).until) - 1
  const earliest = last - (maxStatisticsDays - 1) * aDayMs
  const first =
    date_from === undefined
      ? last - (usualStatisticsDays - 1) * aDayMs
      : Math.max(earliest, Date.parse(spanOfDateParameter(date_from).from))
  return { from: dayOf(first), to: dayOf(last) }
}
