/**
 * Dates as people write them in both languages of the portal: day, month and year. A browser shows its own date fields in its own
 * language instead.
 */
const written = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ ,T]+(\d{1,2})[:h](\d{2}))?$/
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}))?$/

/** '02/01/2026' for '2026-01-02', and '02/01/2026 03:04' for '2026-01-02T03:04'. */
export const dateText = (value: string): string => {
  const [, year, month, day, hour, minute] = iso.exec(value) ?? []
  if (year === undefined) return value
  return `${day}/${month}/${year}${hour === undefined ? '' : ` ${hour}:${minute}`}`
}

/** The value for a written date, as a field of a browser would have it; `null` if there is no such date. */
export const valueOfDate = (text: string, withTime: boolean): string | null => {
  const parts = partsOf(text.trim())
  if (!parts || parts.length > 3 !== withTime) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute))
  // There is no 31 February, and no 25 o'clock.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60
  return isReal && year >= 1000 ? date.toISOString().slice(0, withTime ? 16 : 10) : null
}

/** Year, month and day, and hour and minute if they are written. */
const partsOf = (text: string): number[] | null => {
  const [, day, month, year, ...time] = written.exec(text) ?? []
  const found = year === undefined ? iso.exec(text)?.slice(1) : [year, month, day, ...time]
  return found?.filter((part) => part !== undefined).map(Number) ?? null
}
