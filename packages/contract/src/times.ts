/**
 * Times and schedules of rules-and-calls section 5. The patterns check the calendar, including leap years, so that
 * 2023-02-29 is refused with a message about the field and not by the database.
 */
import { type Static, Type } from 'typebox'

const leapYear = '(?:[1-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[13579][26])00)'
const calendarDate = [
  '(?:[1-9][0-9]{3}-(?:',
  '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])',
  '|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)',
  '|02-(?:0[1-9]|1[0-9]|2[0-8]))',
  `|${leapYear}-02-29)`,
].join('')
const hour = '(?:[01][0-9]|2[0-3])'
const sixty = '[0-5][0-9]'

/** Exported so that an error message can recognise this pattern. */
export const timestampPattern = `^${calendarDate}[T ]${hour}:${sixty}:${sixty}(?:\\.[0-9]{3})?Z?$`

export const Timestamp = Type.String({
  rule: 'Timestamp',
  description: 'ISO 8601: date, T or a space, time, optional milliseconds and Z. Without Z it is UTC, too.',
  pattern: timestampPattern,
})
export type Timestamp = Static<typeof Timestamp>

/** The instant of a timestamp, which is UTC with or without Z. A space may replace the T. */
export const instantOf = (timestamp: Timestamp): Date => new Date(`${timestamp.replace(' ', 'T').replace(/Z$/, '')}Z`)

export const DateOnly = Type.String({ rule: 'Date', description: 'yyyy-mm-dd', pattern: `^${calendarDate}$` })

/** A date in a query: yyyy-mm-dd, or with a time of day in UTC as in 1999-01-01-165000. */
export const DateParameter = Type.String({
  rule: 'DateParameter',
  description: 'yyyy-mm-dd, optionally followed by -hhmmss (UTC)',
  pattern: `^${calendarDate}(?:-${hour}${sixty}${sixty})?$`,
})
export type DateParameter = Static<typeof DateParameter>

const cronField = '[0-9A-Za-z*?,/#-]+'

/** `rate(5 minutes)`, `cron(0 8 ? * MON-FRI *)` in UTC, or empty for "only when asked". */
export const Schedule = Type.String({
  rule: 'Schedule',
  maxLength: 255,
  pattern: `^(?:|rate\\((?:1 (?:minute|hour|day)|(?:[2-9]|[1-9][0-9]{1,4}) (?:minutes|hours|days))\\)|cron\\((?:${cronField} ){5}${cronField}\\))$`,
})

/** A name of the IANA time zone database. Whether it exists is checked by its call. */
export const TimeZone = Type.String({ rule: 'TimeZone', maxLength: 64, pattern: '^[A-Za-z0-9_+/-]{1,64}$' })

const dayMs = 24 * 60 * 60 * 1000

/** JavaScript writes later years as +010000, which PostgreSQL does not accept. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * The beginning and the (exclusive) end of a date parameter, as ISO strings. A date alone covers its whole day, so
 * that `date_to=2025-01-31` includes the 31st; with a time of day it covers that second.
 */
export const spanOfDateParameter = (value: DateParameter): { from: string; until: string } => {
  const [date, time] = [value.slice(0, 10), value.slice(11)]
  const clock = time === '' ? '00:00:00' : `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}`
  const from = Date.parse(`${date}T${clock}.000Z`)
  const until = Math.min(from + (time === '' ? dayMs : 1000), latest)
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
}
