import fc from 'fast-check'
import { expect, it } from 'vitest'
import { secondsHeard } from './openings.ts'

const range = (from_s: number, to_s: number) => ({ from_s, to_s })

it.each([
  [[], 0],
  [[range(0, 12)], 12],
  [[range(0, 5), range(5, 8)], 8],
  [[range(4, 8), range(0, 5)], 8],
  [[range(0, 10), range(2, 3), range(20, 21.5)], 11.5],
])('%j is %d seconds', (ranges, seconds) => {
  expect(secondsHeard(ranges)).toBe(seconds)
})

it('is the number of whole seconds that any range covers, in whichever order', () => {
  const ranges = fc.array(
    fc.tuple(fc.nat(50), fc.nat(10)).map(([from, length]) => range(from, from + length)),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(ranges, (given) => {
      const covered = Array.from({ length: 60 }, (_, at) => given.some(({ from_s, to_s }) => from_s <= at && at < to_s))
      expect(secondsHeard(given)).toBe(covered.filter(Boolean).length)
    }),
  )
})
