import { Temporal } from 'temporal-polyfill'
import { say } from './sentences.ts'

export type TimeReading = { value: string; warning?: string } | { problem: string }

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s*(z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** Reads a time as ISO 8601 writes it; one without offset is local in the time zone. A date alone is its first moment. */
export const readTime = (text: string, timeZone: string): TimeReading => {
  const [, date, clock, offset] = iso.exec(text) ?? []
  if (!date) return { problem: say('time_format', { text: shortened(text) }) }
  const local = plainTime(`${date}T${clock?.replace(',', '.') ?? '00:00'}`)
  if (!local) return { problem: say('time_unknown', { text: shortened(text) }) }
  return offset ? atOffset(local, offset) : inZone(local, timeZone)
}

/** A local time in a time zone. */
export const inZone = (local: Temporal.PlainDateTime, timeZone: string): TimeReading => {
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const later = local.toZonedDateTime(timeZone, { disambiguation: 'later' })
  if (!earlier.toPlainDateTime().equals(local)) {
    return {
      problem: say('time_skipped', { time: local.toString(), zone: timeZone }),
    }
  }
  const value = inRange(earlier.epochMilliseconds)
  if (!value) return { problem: say('time_range', { time: local.toString() }) }
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { value }
  return {
    value,
    warning: say('time_twice', { time: local.toString(), zone: timeZone }),
  }
}

export const plainTime = (text: string): Temporal.PlainDateTime | null => {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' })
  } catch {
    return null
  }
}

const atOffset = (local: Temporal.PlainDateTime, offset: string): TimeReading => {
  const zone = /^z$/i.test(offset) ? 'UTC' : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`
  try {
    const value = inRange(local.toZonedDateTime(zone).epochMilliseconds)
    return value ? { value } : { problem: say('time_range', { time: local.toString() }) }
  } catch {
    return { problem: say('offset_format', { text: shortened(offset) }) }
  }
}

/** PostgreSQL and the contract accept years of four digits. */
const inRange = (epochMilliseconds: number): string | null => {
  const text = new Date(epochMilliseconds).toISOString()
  return /^[1-9]\d{3}-/.test(text) ? text : null
}

/** A text of a row as sentences quote it. */
export const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
