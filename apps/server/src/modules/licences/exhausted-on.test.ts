import { expect, test } from 'vitest'
import { exhaustedOn } from './exhausted-on.ts'

const today = new Date('2026-11-28T12:00:00Z')

test.each([
  ['grows by ten a month', [10, 20, 30, 40], 60, '2027-01-28'],
  ['grew before the last three months only', [10, 40, 40, 40, 40], 60, null],
  ['falls', [40, 30, 20, 10], 60, null],
  ['grows too slowly', [1, 1, 1, 2], 100_000, null],
  ['all are in use', [40, 50, 60, 60], 60, '2026-11-28'],
  ['more are in use than allowed', [70], 60, '2026-11-28'],
  ['the first month', [10], 60, null],
  ['none is allowed', [0], 0, '2026-11-28'],
])('%s', (_, months, limit, expected) => {
  expect(exhaustedOn(months, limit, today)).toBe(expected)
})
