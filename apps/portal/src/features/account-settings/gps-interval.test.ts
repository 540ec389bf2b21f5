import { describe, expect, test } from 'vitest'
import { gpsIntervalMs, gpsIntervalOf, gpsIntervalRule } from './gps-interval.ts'

describe('a GPS interval', () => {
  test.each([
    [1000, 1, 'seconds'],
    [1500, 1.5, 'seconds'],
    [90_000, 90, 'seconds'],
    [60_000, 1, 'minutes'],
    [5_400_000, 90, 'minutes'],
    [86_400_000, 24, 'hours'],
  ] as const)('of %i ms is %d %s, and the other way round', (ms, amount, unit) => {
    expect(gpsIntervalOf(ms)).toEqual({ amount, unit })
    expect(gpsIntervalMs({ amount, unit })).toBe(ms)
  })

  test.each([
    [{ amount: '', unit: 'seconds' }, false],
    [{ amount: 0.9, unit: 'seconds' }, false],
    [{ amount: 1, unit: 'seconds' }, true],
    [{ amount: 24, unit: 'hours' }, true],
    [{ amount: 24.1, unit: 'hours' }, false],
  ] as const)('of %j is valid: %s', (interval, isValid) => {
    expect(gpsIntervalRule(interval) === null).toBe(isValid)
  })
})
