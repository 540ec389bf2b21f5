import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisTicks, spacedPlaces } from './axis-ticks.ts'

describe('ticks of an axis', () => {
  test('are round numbers', () => {
    expect(axisTicks(100)).toEqual([0, 50, 100])
    expect(axisTicks(7)).toEqual([0, 2, 4, 6, 8])
    expect(axisTicks(1)).toEqual([0, 0.5, 1])
    expect(axisTicks(-40, -120)).toEqual([-120, -100, -80, -60, -40])
  })

  test('include every value, and are few, whatever was reported', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e300, noNaN: true }), (most) => {
        const ticks = axisTicks(most)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-9))
      }),
    )
    expect(axisTicks(0)).toEqual([0, 1])
    expect(axisTicks(Number.POSITIVE_INFINITY)).toEqual([0, 1])
  })
})

test('labels of an axis are spread over it, with its first and last', () => {
  expect(spacedPlaces(3, 6)).toEqual([0, 1, 2])
  expect(spacedPlaces(31, 4)).toEqual([0, 10, 20, 30])
  expect(spacedPlaces(0, 4)).toEqual([])
})
