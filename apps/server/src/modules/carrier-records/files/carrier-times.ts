import type { CarrierMapping } from '@holdfast/contract'
import { Temporal } from 'temporal-polyfill'

/** When something began. Clocks that are set back show an hour twice: then there are two instants, the earlier one first. */
export type ReadTime = { instants: readonly [Date, ...Date[]] } | 'wrong' | 'skipped'

interface LocalTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** `Z` or an offset such as +01:00. */
  offset: string | undefined
}

const dates: Record<Exclude<CarrierMapping['date_order'], 'unix'>, RegExp> = {
  ymd: /^(?<year>\d{4})(?:[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})|(?<month2>\d{2})(?<day2>\d{2}))/,
  dmy: /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4}|\d{2})(?!\d)/,
  mdy: /^(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4}|\d{2})(?!\d)/,
}
const clock =
  /^[T ,]*(?:(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?|(?<hour2>\d{2})(?<minute2>\d{2})(?<second2>\d{2}))\s*(?<half>[ap]\.?m\.?)?\s*(?<offset>z|[+-]\d{2}:?\d{2})?$/i

const unixTime = /^\d{9,10}(?:[.,]\d{1,9})?$/

/** @param text the date, and the time of day if the file has it in the same column */
export const readTime = (text: string, { date_order, timezone }: CarrierMapping): ReadTime => {
  if (date_order === 'unix') {
    if (!unixTime.test(text)) return 'wrong'
    return { instants: [new Date(Math.trunc(Number(text.replace(',', '.'))) * 1000)] }
  }
  const local = localTime(text, dates[date_order])
  return local ? instantsOf(local, timezone) : 'wrong'
}

const localTime = (text: string, pattern: RegExp): LocalTime | null => {
  const date = pattern.exec(text)
  const time = date && clock.exec(text.slice(date[0].length))
  if (!date?.groups || !time?.groups) return null
  const { year = '', month, month2, day, day2 } = date.groups
  const { hour, hour2, minute, minute2, second, second2, half, offset } = time.groups
  const numberOf = (...texts: (string | undefined)[]) => Number(texts.find((one) => one !== undefined) ?? 0)
  const shown = numberOf(hour, hour2)
  if (half && (shown < 1 || shown > 12)) return null
  return {
    year: year.length === 2 ? 2000 + Number(year) : Number(year),
    month: numberOf(month, month2),
    day: numberOf(day, day2),
    hour: half ? (shown % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0) : shown,
    minute: numberOf(minute, minute2),
    second: numberOf(second, second2),
    offset,
  }
}

const instantsOf = ({ offset, ...local }: LocalTime, timezone: string): ReadTime => {
  const plain = plainTime(local)
  if (!plain) return 'wrong'
  if (offset) {
    const zone = /^z$/i.test(offset) ? 'UTC' : offset.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2')
    return { instants: [dateOf(plain.toZonedDateTime(zone))] }
  }
  const earlier = plain.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  const later = plain.toZonedDateTime(timezone, { disambiguation: 'later' })
  if (!earlier.toPlainDateTime().equals(plain)) return 'skipped'
  const [first, second] = [dateOf(earlier), dateOf(later)]
  return { instants: first.getTime() === second.getTime() ? [first] : [first, second] }
}

const plainTime = (local: Omit<LocalTime, 'offset'>): Temporal.PlainDateTime | null => {
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' })
  } catch {
    return null
  }
}

const dateOf = (time: Temporal.ZonedDateTime): Date => new Date(time.epochMilliseconds)

/** Whether this is the name of a time zone. */
export const isTimezone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
