import { expect, it } from 'vitest'
import { mostEachWay, splitAt } from './split-at.ts'

const at = (second: number, payload_reference = `R${second}`) => ({
  payload_time: new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString(),
  payload_reference,
})

it('splits at the recording, each other one once, those of the same moment by their references', () => {
  const own = at(30, 'M')
  const { before, after, hasMore } = splitAt(own, [at(31), at(30, 'Z'), own, at(30, 'A'), at(29), at(31)])
  expect(before.map(({ payload_reference }) => payload_reference)).toEqual(['R29', 'A'])
  expect(after.map(({ payload_reference }) => payload_reference)).toEqual(['Z', 'R31'])
  expect(hasMore).toBe(false)
})

it('keeps the nearest and says that there are more', () => {
  const rows = Array.from({ length: mostEachWay + 3 }, (_, second) => at(second))
  const { before, after, hasMore } = splitAt(at(59, 'own'), rows)
  expect(before.map(({ payload_reference }) => payload_reference).at(0)).toBe('R3')
  expect([before.length, after.length, hasMore]).toEqual([mostEachWay, 0, true])
})
