import type { AlertPreferences, AlertSeverity } from '@holdfast/contract'
import { Temporal } from 'temporal-polyfill'

/** Gives people in the portal time to read it there, and collects alerts that follow at once in one e-mail. */
const delayMinutes = 1
/** The hour of a person's time zone at which the e-mail of the day is sent. */
const hourOfDay = 8

/**
 * When an e-mail about an alert is due: of High severity at once; otherwise in a minute, at the next full hour or in the morning, but
 * not in the quiet hours of the person's time zone.
 */
export const dueAt = (
  { email_frequency, quiet_hours, time_zone }: Pick<AlertPreferences, 'email_frequency' | 'quiet_hours' | 'time_zone'>,
  severity: AlertSeverity,
  now: Date,
): Date => {
  if (severity === 'High') return now
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(time_zone)
  const wanted = {
    single: () => local.add({ minutes: delayMinutes }),
    hourly: () => local.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 }),
    daily: () => nextTime(local, { hour: hourOfDay, minute: 0 }),
  }[email_frequency]()
  const due = quiet_hours === null ? wanted : afterQuiet(wanted, quiet_hours)
  return new Date(due.epochMilliseconds)
}

/** The next time of day that is not before a moment. */
const nextTime = (moment: Temporal.ZonedDateTime, time: { hour: number; minute: number }): Temporal.ZonedDateTime => {
  const today = moment.withPlainTime(time)
  return Temporal.ZonedDateTime.compare(today, moment) >= 0 ? today : moment.add({ days: 1 }).withPlainTime(time)
}

/** Quiet hours that end when they begin are none; those that end before they begin go over midnight. */
const afterQuiet = (
  moment: Temporal.ZonedDateTime,
  { from, until }: { from: string; until: string },
): Temporal.ZonedDateTime => {
  const time = moment.toPlainTime().toString({ smallestUnit: 'minute' })
  const isQuiet = from <= until ? from <= time && time < until : from <= time || time < until
  if (!isQuiet) return moment
  const [hour = 0, minute = 0] = until.split(':').map(Number)
  return nextTime(moment, { hour, minute })
}
