import { type DateParameter, maxStatisticsDays, spanOfDateParameter, usualStatisticsDays } from '@holdfast/contract'

const aDayMs = 24 * 60 * 60_000

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The day of UTC that was so many days before, as yyyy-mm-dd. */
export const dayBefore = (time: Date, days: number): string => dayOf(time.getTime() - days * aDayMs)

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
