import type { IntlShape } from 'react-intl'

type Reported = number | null | undefined

/** A share in percent, as a device reported it: absurd values are shown as they are. `null` if it reported none. */
export const percentText = (intl: IntlShape, value: Reported): string | null =>
  typeof value === 'number'
    ? intl.formatNumber(value / 100, { style: 'percent', maximumFractionDigits: 0, notation: notationOf(value) })
    : null

/** Very large numbers would not fit. */
const notationOf = (value: number): 'standard' | 'scientific' => (Math.abs(value) < 1e9 ? 'standard' : 'scientific')

/** A part of a whole in percent; `null` if one of them was not reported. */
export const shareOf = (part: Reported, whole: Reported): number | null =>
  typeof part === 'number' && typeof whole === 'number' && whole > 0 ? (part / whole) * 100 : null
