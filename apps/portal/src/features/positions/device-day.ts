import { zoneOf } from '../../shared/ui/known-zone.ts'

/** Days as a device's clock has them. */

const parts = (time: Date, timeZone: string): Intl.DateTimeFormatPart[] =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(time)

/** What the clock shows, as if it were in UTC. */
const clockIn = (time: Date, timeZone: string): number => {
  const values = Object.fromEntries(parts(time, timeZone).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = values
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** A time zone that the browser knows: devices may name any. */
export const knownZone = (timezone: string | null | undefined): string =>
  (timezone ? zoneOf(timezone) : undefined) ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** The day of a time, yyyy-mm-dd. */
export const dayIn = (time: Date, timeZone: string): string =>
  new Date(clockIn(time, timeZone)).toISOString().slice(0, 10)

/** When a day, yyyy-mm-dd, begins. */
export const startOfDayIn = (day: string, timeZone: string): Date => {
  const midnight = Date.parse(`${day}T00:00:00.000Z`)
  const offsetAt = (time: number) => clockIn(new Date(time), timeZone) - time
  // Looked up twice, because the offset may change in between.
  const guess = midnight - offsetAt(midnight)
  return new Date(midnight - offsetAt(guess))
}

export const nextDay = (day: string, by: 1 | -1): string =>
  new Date(Date.parse(`${day}T12:00:00.000Z`) + by * 24 * 60 * 60_000).toISOString().slice(0, 10)

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

export const isDay = (text: string | undefined): text is string =>
  text !== undefined && dayPattern.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
