import type { CarrierMapping } from '@holdfast/contract'

const clock = /^(?:(?:(?<hours>\d{1,4}):)?(?<minutes>\d{1,4}):)?(?<seconds>\d{1,6}(?:\.\d{1,9})?)$/
/** A day and more is what no carrier writes as one call, and would be a column of something else. */
const maxSeconds = 7 * 24 * 60 * 60

/** A duration in seconds; `null` if the text is none. */
export const readDuration = (
  text: string,
  { duration_format, decimal_separator }: Pick<CarrierMapping, 'duration_format' | 'decimal_separator'>,
): number | null => {
  if (decimal_separator === ',' ? text.includes('.') : text.includes(',')) return null
  const plain = text.replace(',', '.')
  const seconds = duration_format === 'clock' ? secondsOfClock(plain) : secondsOfNumber(plain, duration_format)
  return seconds !== null && seconds <= maxSeconds ? Math.round(seconds * 1000) / 1000 : null
}

const secondsOfNumber = (text: string, format: 'seconds' | 'minutes'): number | null =>
  /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) * (format === 'minutes' ? 60 : 1) : null

const secondsOfClock = (text: string): number | null => {
  const { hours = '0', minutes = '0', seconds } = clock.exec(text)?.groups ?? {}
  return seconds === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
