import { maxGpsIntervalMs, minGpsIntervalMs } from '@holdfast/contract'
import { text } from '../../shared/i18n/text.ts'

/** Largest first. */
const units = { hours: 3_600_000, minutes: 60_000, seconds: 1000 } as const
export type GpsUnit = keyof typeof units
export const gpsUnits: readonly GpsUnit[] = ['seconds', 'minutes', 'hours']

/** An interval as an amount and a unit. The amount is a text while the field is empty. */
export interface GpsInterval {
  amount: number | string
  unit: GpsUnit
}

/** Uses the largest unit that needs no fraction. */
export const gpsIntervalOf = (ms: number): GpsInterval => {
  const unit = (Object.keys(units) as GpsUnit[]).find((candidate) => ms % units[candidate] === 0) ?? 'seconds'
  return { amount: ms / units[unit], unit }
}

/** NaN without an amount. */
export const gpsIntervalMs = ({ amount, unit }: GpsInterval): number =>
  amount === '' ? Number.NaN : Math.round(Number(amount) * units[unit])

export const gpsIntervalRule = (interval: GpsInterval): string | null => {
  const ms = gpsIntervalMs(interval)
  return ms >= minGpsIntervalMs && ms <= maxGpsIntervalMs ? null : text('settings.gps_range')
}

export const gpsIntervalText = ({ amount, unit }: GpsInterval): string =>
  amount === '' ? text('form.none') : text(`settings.gps_every_${unit}`, { count: Number(amount) })
