import type { IntlShape } from 'react-intl'

const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0')

/** Seconds as in a player: 04:12, and 1:04:12 from an hour on. */
export const clockTime = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${twoDigits(minutes)}:${twoDigits(rest)}`
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Bytes in the largest unit that gives at least 1, in the person's language. */
export const byteSize = (intl: IntlShape, bytes: number): string => {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  return intl.formatNumber(bytes / 1000 ** step, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // The short form of 'byte' has no plural in some languages: '87 byte'.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  })
}
