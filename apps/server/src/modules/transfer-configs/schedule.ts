/** When a schedule runs: `cron(…)` with the six fields of Amazon EventBridge, or `rate(…)`. */
import { Cron } from 'croner'

const minuteMs = 60_000
const unitMs: Readonly<Record<string, number>> = { minute: minuteMs, hour: 60 * minuteMs, day: 24 * 60 * minuteMs }

export type ParsedSchedule = { kind: 'never' } | { kind: 'rate'; everyMs: number } | { kind: 'cron'; cron: Cron }

/**
 * Reads a schedule that its schema admits.
 * @param time_zone that exists
 * @returns `null` if it is no schedule after all
 */
export const parseSchedule = (schedule: string, time_zone: string): ParsedSchedule | null => {
  if (schedule === '') return { kind: 'never' }
  const rate = /^rate\(([0-9]+) (minute|hour|day)s?\)$/.exec(schedule)
  if (rate) return { kind: 'rate', everyMs: Number(rate[1]) * (unitMs[rate[2] ?? ''] ?? 0) }
  const fields = /^cron\((.*)\)$/.exec(schedule)?.[1]?.split(' ')
  const pattern = fields && patternOf(fields)
  return pattern ? cronOf(pattern, time_zone) : null
}

/** Times that do not exist run right after the hour that is left out; times that exist twice run once, at the first. */
const cronOf = (pattern: string, timezone: string): ParsedSchedule | null => {
  try {
    const options = { timezone, paused: true, mode: '7-part', fixedTimeRule: 'no-wildcard' } as const
    return { kind: 'cron', cron: new Cron(pattern, { ...options, alternativeWeekdays: true, sloppyRanges: true }) }
  } catch {
    return null
  }
}

/** Minutes, hours, day of the month, month, day of the week (1 is Sunday), year. One of the two days is `?`. */
const patternOf = (fields: readonly string[]): string | null => {
  const [minutes = '', hours = '', day = '', month = '', weekday = '', year = ''] = fields
  if (fields.length !== 6 || (day === '?') === (weekday === '?')) return null
  if ([minutes, hours, month, year].some((field) => field.includes('?'))) return null
  if ([day, weekday].some((field) => field !== '?' && field.includes('?')) || /[089]/.test(weekday)) return null
  const time = [valuesOf(minutes, 59), valuesOf(hours, 23)]
  if (time.some((values) => values === null)) return null
  // Every hour: an interval, which goes on in the hour that exists twice. At fixed hours: fixed times, which croner recognises by
  // lists without wildcards and steps.
  const isEveryHour = time[1]?.length === 24
  const [minute, hour] = isEveryHour ? [time[0]?.join(','), '*'] : time.map((values) => values?.join(','))
  return ['0', minute, hour, day, month, weekdayOf(weekday), year].join(' ')
}

/** `6L` is the last Friday of the month. */
const weekdayOf = (field: string): string => field.toUpperCase().replace(/^([1-7]|[A-Z]{3})L$/, '$1#L')

/** The values of a field: `*`, `5`, `5-10`, `0/15`, `5-30/5` and lists of these; `null` if it is something else. */
const valuesOf = (field: string, most: number): number[] | null => {
  const values = new Set<number>()
  for (const part of field.split(',')) {
    const read = /^(?:\*|([0-9]{1,2})(?:-([0-9]{1,2}))?)(?:\/([0-9]{1,2}))?$/.exec(part)
    if (!read) return null
    const [, from, until, step] = read
    const first = Number(from ?? 0)
    const last = until !== undefined ? Number(until) : from === undefined || step !== undefined ? most : first
    const by = Number(step ?? 1)
    if (last > most || first > last || by === 0) return null
    for (let value = first; value <= last; value += by) values.add(value)
  }
  return [...values].sort((one, other) => one - other)
}

/** The first time after this one; `null` if there is none. A rate counts from `after`, in whole minutes. */
export const nextRun = (schedule: ParsedSchedule, after: Date): Date | null => {
  if (schedule.kind === 'never') return null
  if (schedule.kind === 'cron') return schedule.cron.nextRun(after)
  return new Date(Math.floor((after.getTime() + schedule.everyMs) / minuteMs) * minuteMs)
}

/** The next times, at most `count`. */
export const nextRuns = (schedule: ParsedSchedule, from: Date, count: number): Date[] => {
  const runs: Date[] = []
  for (let run = nextRun(schedule, from); run && runs.length < count; run = nextRun(schedule, run)) runs.push(run)
  return runs
}

/**
 * When a schedule runs next after it was due. Missed times are caught up by one window: they do not run again. A rate keeps its beat
 * unless a time was missed.
 */
export const runAfter = (schedule: ParsedSchedule, due: Date, now: Date): Date | null => {
  const next = nextRun(schedule, due)
  return next && next <= now ? nextRun(schedule, now) : next
}
