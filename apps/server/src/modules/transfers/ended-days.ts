import { Temporal } from 'temporal-polyfill'

/** A day that has ended, in the time zone of a configuration. */
export interface EndedDay {
  /** yyyy-mm-dd */
  day: string
  from: Date
  until: Date
  isLatest: boolean
}

/** The transfers of a day's last windows are given so long to end. */
const settleMs = 60 * 60_000
/** Days that were missed are caught up so far back. */
const mostDays = 31

/**
 * The days of a time zone that have ended, the oldest first. A day has 23 to 25 hours, and some days of some time zones never existed.
 * @param after the day after which they follow; `null`: none was reported yet
 * @param since they end later than this
 */
export const endedDays = (timeZone: string, now: Date, after: string | null, since: Date): EndedDay[] => {
  const at = (time: Date) => Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone)
  const latest = at(new Date(now.getTime() - settleMs))
    .toPlainDate()
    .subtract({ days: 1 })
  const startOf = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime({ timeZone, plainTime: '00:00' }).epochMilliseconds)
  return Array.from({ length: mostDays }, (_, place) => latest.subtract({ days: mostDays - 1 - place }))
    .map((day) => ({
      day: day.toString(),
      from: startOf(day),
      until: startOf(day.add({ days: 1 })),
      isLatest: day.equals(latest),
    }))
    .filter(({ day, from, until }) => until > from && until > since && (after === null || day > after))
}
