import { expect, test } from 'vitest'
import { nextBatches } from './batches-in-view.ts'

test('what comes into view is requested once, together', () => {
  const first = nextBatches([], ['a', 'b'])
  expect(first).toEqual([['a', 'b']])
  expect(nextBatches(first, ['b', 'c', 'd'])).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(nextBatches(first, ['a'])).toBe(first)
  expect(nextBatches([], ['a', 'b', 'a'])).toEqual([['a', 'b']])
})

test('a request has at most 50 recordings', () => {
  const seen = Array.from({ length: 120 }, (_, place) => `r${place}`)
  expect(nextBatches([], seen).map((batch) => batch.length)).toEqual([50, 50, 20])
})
