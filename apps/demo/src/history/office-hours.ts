import type { SeededRandom } from './seeded-random.ts'
import { dayMs, hourMs, minuteMs } from './time-spans.ts'

/** Relative number of recordings per weekday, Sunday first. */
const weekdayWeights = [0.03, 1, 1.05, 1.1, 1, 0.8, 0.06]

/** Relative number of recordings per hour: early markets, a lunch break, a long afternoon, a few calls at night. */
const hourWeights = [
  0.02, 0.01, 0.01, 0.01, 0.02, 0.05, 0.3, 1.2, 2.4, 2.8, 2.7, 2.4, 1.5, 1.7, 2.4, 2.5, 2.2, 1.5, 0.8, 0.4, 0.25, 0.15,
  0.08, 0.04,
]
const hours = hourWeights.map((_, hour) => hour)

/** A calendar date, as `Date.UTC` of its midnight. It is not an instant until it is combined with a time zone. */
export type CalendarDay = number

/** The last `days` dates in a time zone, today first. */
export const calendarDays = (anchor: number, timeZone: string, days: number): CalendarDay[] => {
  const today = Math.floor((anchor + offsetAt(anchor, timeZone)) / dayMs) * dayMs
  return Array.from({ length: days }, (_, age) => today - age * dayMs)
}

export const weightOfDay = (day: CalendarDay): number => weekdayWeights[new Date(day).getUTCDay()] ?? 0

export const isWorkingDay = (day: CalendarDay): boolean => weightOfDay(day) > 0.5

/** A random instant on that date in the time zone, mostly within working hours. */
export const officeMoment = (day: CalendarDay, timeZone: string, random: SeededRandom): number => {
  const hour = random.pickWeighted(hours, (each) => hourWeights[each] ?? 0)
  const wallClock = day + hour * hourMs + random.between(0, hourMs - 1)
  return instantOf(wallClock, timeZone)
}

const opensAt = 9 * hourMs
const closesAt = 17.5 * hourMs

/** 09:12 on the working day that is this many days ago, or on the last one before it. */
export const workingMorning = (anchor: number, timeZone: string, daysAgo: number): number => {
  const day = calendarDays(anchor, timeZone, daysAgo + 3)
    .slice(daysAgo)
    .find(isWorkingDay)
  if (day === undefined) throw new Error('three days in a row are no working days')
  return instantOf(day + opensAt + 12 * minuteMs, timeZone)
}

interface Span {
  from: number
  until: number
}

/** Random instants within office hours of working days, in their order, spread evenly over the whole span. */
export const workingMoments = (span: Span, timeZone: string, count: number, random: SeededRandom): number[] => {
  const shifts = shiftsIn(span, timeZone)
  const all = shifts.reduce((sum, { from, until }) => sum + until - from, 0)
  return Array.from({ length: count }, (_, index) => workedAt(shifts, ((index + random.next()) * all) / count))
}

/** The office hours within a span. */
const shiftsIn = ({ from, until }: Span, timeZone: string): Span[] =>
  calendarDays(until, timeZone, Math.ceil((until - from) / dayMs) + 1)
    .toReversed()
    .filter(isWorkingDay)
    .map((day) => ({
      from: Math.max(from, instantOf(day + opensAt, timeZone)),
      until: Math.min(until, instantOf(day + closesAt, timeZone)),
    }))
    .filter((shift) => shift.until > shift.from)

/** The instant at which this much has been worked. */
const workedAt = (shifts: readonly Span[], workedMs: number): number => {
  let left = Math.floor(workedMs)
  for (const { from, until } of shifts) {
    if (left < until - from) return from + left
    left -= until - from
  }
  throw new Error('no office hours are left')
}

/**
 * The instant at which clocks in the time zone show `wallClock`. The offset is looked up twice, because it may change
 * in between.
 */
export const instantOf = (wallClock: number, timeZone: string): number => {
  const guess = wallClock - offsetAt(wallClock, timeZone)
  return wallClock - offsetAt(guess, timeZone)
}

/** What the device's clock shows, with its offset: `2026-07-01T10:11:12+01:00`. */
export const localTime = (instant: number, timeZone: string): string => {
  const offset = offsetAt(instant, timeZone)
  const [sign, ahead] = offset < 0 ? ['-', -offset] : ['+', offset]
  const clock = new Date(instant + offset).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
  return `${clock}${sign}${new Date(ahead).toISOString().slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length)}`
}

const offsets = new Map<string, number>()
const formats = new Map<string, Intl.DateTimeFormat>()

/** Offset of the time zone from UTC in milliseconds. Cached per quarter of an hour, since offsets change only then. */
const offsetAt = (instant: number, timeZone: string): number => {
  const quarter = Math.floor(instant / (15 * minuteMs)) * 15 * minuteMs
  const key = `${timeZone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  const name = format.formatToParts(quarter).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign = '+', hour = '0', minute = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hour) * hourMs + Number(minute) * minuteMs)
  offsets.set(key, offset)
  return offset
}
