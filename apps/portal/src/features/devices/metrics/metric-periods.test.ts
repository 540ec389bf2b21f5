import { expect, test } from 'vitest'
import { beginsWhereCounted, periodCounts } from './metric-periods.ts'

const count = (period: string | null, payload_type: 'Call' | 'Photo', count: number) => ({
  period,
  payload_type,
  count,
})

test('periods without recordings are shown between those that have some', () => {
  const items = [count('2025-12-22', 'Photo', 1), count('2026-01-05', 'Call', 2), count('2026-01-05', 'Photo', 3)]
  expect(periodCounts({ scope: 'Weekly', items }, '2026-01-10')).toEqual({
    types: ['Call', 'Photo'],
    periods: [
      { period: '2025-12-22', values: [0, 1] },
      { period: '2025-12-29', values: [0, 0] },
      { period: '2026-01-05', values: [2, 3] },
    ],
  })
})

test('a wrong clock adds its own period and no others', () => {
  const items = [count('2026-01-31', 'Call', 1), count('2099-01-01', 'Call', 1)]
  const periods = periodCounts({ scope: 'Daily', items }, '2026-02-02').periods.map(({ period }) => period)
  expect(periods).toEqual(['2026-01-31', '2099-01-01'])
})

test('months and years have their own lengths; a summary is one period', () => {
  const of = (scope: 'Monthly' | 'Yearly', first: string, last: string) =>
    periodCounts({ scope, items: [count(first, 'Call', 1), count(last, 'Call', 1)] }, last).periods.length
  expect(of('Monthly', '2025-11-01', '2026-03-01')).toBe(5)
  expect(of('Yearly', '2024-01-01', '2026-01-01')).toBe(3)
  expect(periodCounts({ scope: 'Summary', items: [count(null, 'Call', 4)] }, '2026-01-01').periods).toEqual([
    { period: null, values: [4] },
  ])
})

test('the beginning of the count is told only if earlier recordings may be left out', () => {
  const isTold = (counted_from: string | null, items = [count('2026-07-01', 'Call', 1)]) =>
    beginsWhereCounted({ scope: 'Monthly', items, counted_from })
  expect(isTold('1993-08-01')).toBe(false)
  expect(isTold('2026-07-10')).toBe(true)
  expect(isTold(null)).toBe(false)
  expect(isTold('2026-07-10', [])).toBe(false)
})
