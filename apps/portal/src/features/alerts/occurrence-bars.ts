/** Occurrences of a span of time. */
export interface OccurrenceBar {
  /** Milliseconds since 1970; the bar ends where the next one begins. */
  from: number
  count: number
}

export type BarSpan = 'hour' | 'day' | 'week' | 'month'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Hours for up to two days, days for up to two months, weeks for up to a year. */
export const spanOf = (firstMs: number, lastMs: number): BarSpan => {
  const days = (lastMs - firstMs) / dayMs
  if (days <= 2) return 'hour'
  if (days <= 62) return 'day'
  return days <= 366 ? 'week' : 'month'
}

/** The beginning of the span that a time belongs to, in the person's time zone. Weeks begin on Mondays. */
const startOf = (time: number, span: BarSpan): Date => {
  const date = new Date(time)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (span === 'hour') return new Date(year, month, day, date.getHours())
  if (span === 'month') return new Date(year, month, 1)
  return new Date(year, month, span === 'week' ? day - ((date.getDay() + 6) % 7) : day)
}

const next = (start: Date, span: BarSpan): Date => {
  const [year, month, day] = [start.getFullYear(), start.getMonth(), start.getDate()]
  if (span === 'hour') return startOf(start.getTime() + hourMs, span)
  if (span === 'month') return new Date(year, month + 1, 1)
  return new Date(year, month, day + (span === 'week' ? 7 : 1))
}

/** How many occurrences each span has, from the first occurrence to the last. */
export const occurrenceBars = (times: readonly number[]): { span: BarSpan; bars: readonly OccurrenceBar[] } => {
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const span = spanOf(first, last)
  const bars: OccurrenceBar[] = []
  for (let start = startOf(first, span); start.getTime() <= last; start = next(start, span)) {
    const [from, until] = [start.getTime(), next(start, span).getTime()]
    bars.push({ from, count: times.filter((time) => time >= from && time < until).length })
  }
  return { span, bars }
}
