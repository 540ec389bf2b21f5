const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs
/** No time zone is further from UTC, and all change their offset at a whole quarter of an hour. */
const furthestMs = 14 * 60 * minuteMs
const quarterMs = 15 * minuteMs

/** Days that follow each other in one time zone. */
export interface LocalDays {
  timezone: string
  /** yyyy-mm-dd, earliest first. */
  dates: readonly string[]
  /** When each of them begins, and last when the day after them does. */
  starts: readonly Date[]
}

/** The last days until now, in UTC if the time zone is unknown. */
export const lastDays = (now: Date, count: number, wanted = 'UTC'): LocalDays => {
  const calendar = calendarOf(wanted)
  return daysEnding(calendar.dateOf(now.getTime()), count, calendar)
}

/** The days until a date, in UTC if the time zone is unknown. @param date yyyy-mm-dd */
export const daysUntil = (date: string, count: number, wanted = 'UTC'): LocalDays =>
  daysEnding(date, count, calendarOf(wanted))

const daysEnding = (date: string, count: number, { timezone, dateOf }: Calendar): LocalDays => {
  const last = Date.parse(date)
  const dates = Array.from({ length: count + 1 }, (_, index) => isoDate(last + (index - count + 1) * dayMs))
  return { timezone, dates: dates.slice(0, -1), starts: dates.map((each) => startOf(each, dateOf)) }
}

export const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length)

type DateOf = (time: number) => string

interface Calendar {
  timezone: string
  dateOf: DateOf
}

const calendarOf = (timezone: string): Calendar => {
  try {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' })
    return { timezone, dateOf: (time) => format.format(time) }
  } catch {
    return { timezone: 'UTC', dateOf: isoDate }
  }
}

/** The first quarter of an hour of a date; where clocks skip midnight, the day begins later. */
const startOf = (date: string, dateOf: DateOf): Date => {
  const midnight = Date.parse(date)
  let [before, after] = [-furthestMs / quarterMs - 1, furthestMs / quarterMs]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dateOf(midnight + middle * quarterMs) < date) before = middle
    else after = middle
  }
  return new Date(midnight + after * quarterMs)
}
