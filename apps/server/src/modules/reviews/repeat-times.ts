import type { QueueRepetition } from '@holdfast/contract'
import { Temporal } from 'temporal-polyfill'

type Times = Pick<QueueRepetition, 'weekday' | 'hour' | 'time_zone' | 'until'>

const zoned = (time: Date, { time_zone }: Pick<Times, 'time_zone'>): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(time_zone)

/** When the queue would be drawn on the day of a moment, or on the next one that has its weekday. */
const onDayOf = (moment: Temporal.ZonedDateTime, { weekday, hour }: Times): Temporal.ZonedDateTime => {
  const days = weekday === null ? 0 : (weekday - moment.dayOfWeek + 7) % 7
  return moment.add({ days }).withPlainTime({ hour })
}

const daysBetween = ({ weekday }: Times): number => (weekday === null ? 1 : 7)

/** The first time after a moment, at which the queue is drawn; `null` if that is after its last day. */
export const nextDraw = (times: Times, after: Date): Date | null => {
  const moment = zoned(after, times)
  const first = onDayOf(moment, times)
  const isLater = Temporal.ZonedDateTime.compare(first, moment) > 0
  const next = isLater ? first : first.add({ days: daysBetween(times) }).withPlainTime({ hour: times.hour })
  if (times.until !== null && next.toPlainDate().toString() > times.until) return null
  return new Date(next.epochMilliseconds)
}

/** A whole day or week between two draws. */
export interface Period {
  from: Date
  until: Date
}

/** The recordings that a draw at the end of a period is from. */
export const arrivedIn = ({ from, until }: Period) => ({ after: from, until })

/** The whole period that ended last: what a draw at its end would have been from. */
export const lastPeriod = (times: Times, now: Date): Period => {
  const days = daysBetween(times)
  const back = (moment: Temporal.ZonedDateTime) => moment.subtract({ days }).withPlainTime({ hour: times.hour })
  const moment = zoned(now, times)
  const first = onDayOf(moment, times)
  const until = Temporal.ZonedDateTime.compare(first, moment) > 0 ? back(first) : first
  return { from: new Date(back(until).epochMilliseconds), until: new Date(until.epochMilliseconds) }
}

/** The day on which recordings are due that are drawn at a moment. */
export const dueOn = ({ time_zone, due_after_days }: QueueRepetition, drawn: Date): string | null =>
  due_after_days === null ? null : zoned(drawn, { time_zone }).add({ days: due_after_days }).toPlainDate().toString()
