import fc from 'fast-check'
import { expect, it } from 'vitest'
import { occurrenceBars } from './occurrence-bars.ts'

const yearMs = 366 * 86_400_000
const start = Date.UTC(2026, 0, 1)

it('every occurrence is in one bar, and there are never too many bars to see', () => {
  const times = fc.array(fc.integer({ min: start, max: start + 3 * yearMs }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(times, (some) => {
      const { bars } = occurrenceBars(some)
      expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(some.length)
      expect(bars.length).toBeLessThanOrEqual(70)
      expect(bars[0]?.count).toBeGreaterThan(0)
      expect(bars.at(-1)?.count).toBeGreaterThan(0)
    }),
  )
})

it.each([
  [0, 'hour', 1],
  [36, 'hour', 37],
  [24 * 20, 'day', 21],
])('occurrences over %d hours are counted by %s', (hours, span, expected) => {
  const first = new Date(2026, 5, 10, 9, 30).getTime()
  const counted = occurrenceBars([first, first + hours * 3_600_000])
  expect([counted.span, counted.bars.length]).toEqual([span, expected])
})
