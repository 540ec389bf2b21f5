/** A schedule as the form builds it; the others are entered as expressions. */
export type ScheduleParts =
  | { kind: 'never' }
  | { kind: 'interval'; every: number | string; unit: IntervalUnit }
  | { kind: 'daily'; time: string }
  | { kind: 'weekly'; weekdays: readonly Weekday[]; time: string }
  | { kind: 'monthly'; day: MonthDay; time: string }
  | { kind: 'expert'; expression: string }

export const scheduleKinds = ['daily', 'weekly', 'monthly', 'interval', 'never', 'expert'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]

export const intervalUnits = ['minute', 'hour', 'day'] as const
export type IntervalUnit = (typeof intervalUnits)[number]

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof weekdays)[number]

/** `L`: the last day. */
export type MonthDay = number | 'L'

/** Longer intervals have no expression. */
export const longestInterval = 99_999

const timeOf = (minute: string, hour: string): string => `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`

/** Minute and hour as a cron expression has them. */
const fieldsOfTime = (time: string): string => {
  const [hour = '', minute = ''] = time.split(':')
  return time === '' ? ' ' : `${Number(minute)} ${Number(hour)}`
}

const workdays = 'MON-FRI'

const weekdaysOf = (field: string): readonly Weekday[] | null => {
  if (field === workdays) return weekdays.slice(0, 5)
  const names = field.split(',')
  const known = weekdays.filter((weekday) => names.includes(weekday))
  return known.length === names.length ? known : null
}

/** Reads a schedule; one that is none of the simple ones is left as it is. */
export const partsOf = (schedule: string): ScheduleParts => {
  if (schedule === '') return { kind: 'never' }
  const [, every, unit] = /^rate\(([0-9]+) (minute|hour|day)s?\)$/.exec(schedule) ?? []
  if (every !== undefined) return { kind: 'interval', every: Number(every), unit: unit as IntervalUnit }
  const expert: ScheduleParts = { kind: 'expert', expression: schedule }
  const fields = /^cron\(([0-9]{1,2}) ([0-9]{1,2}) (\S+) \* (\S+) \*\)$/.exec(schedule)
  if (!fields) return expert
  const [, minute = '', hour = '', day = '', weekday = ''] = fields
  const time = timeOf(minute, hour)
  if (day === '*' && weekday === '?') return { kind: 'daily', time }
  if (day === '?') {
    const chosen = weekdaysOf(weekday)
    return chosen ? { kind: 'weekly', weekdays: chosen, time } : expert
  }
  if (weekday !== '?' || !/^(?:[1-9]|[12][0-9]|3[01]|L)$/.test(day)) return expert
  return { kind: 'monthly', day: day === 'L' ? 'L' : Number(day), time }
}

/** The schedule with these parts. Missing ones give an expression that is refused. */
export const scheduleOf = (parts: ScheduleParts): string => {
  switch (parts.kind) {
    case 'never':
      return ''
    case 'interval':
      return `rate(${parts.every} ${parts.unit}${parts.every === 1 ? '' : 's'})`
    case 'daily':
      return `cron(${fieldsOfTime(parts.time)} * * ? *)`
    case 'weekly': {
      const chosen = weekdays.filter((weekday) => parts.weekdays.includes(weekday)).join(',')
      return `cron(${fieldsOfTime(parts.time)} ? * ${chosen === 'MON,TUE,WED,THU,FRI' ? workdays : chosen} *)`
    }
    case 'monthly':
      return `cron(${fieldsOfTime(parts.time)} ${parts.day} * ? *)`
    case 'expert':
      return parts.expression
  }
}

/** The same schedule as another kind, with its time of day if it has one. */
export const asKind = (parts: ScheduleParts, kind: ScheduleKind): ScheduleParts => {
  const time = 'time' in parts && parts.time !== '' ? parts.time : '02:00'
  switch (kind) {
    case 'never':
      return { kind }
    case 'interval':
      return { kind, every: 1, unit: 'hour' }
    case 'daily':
      return { kind, time }
    case 'weekly':
      return { kind, weekdays: weekdays.slice(0, 5), time }
    case 'monthly':
      return { kind, day: 1, time }
    case 'expert':
      return { kind, expression: scheduleOf(parts) }
  }
}
