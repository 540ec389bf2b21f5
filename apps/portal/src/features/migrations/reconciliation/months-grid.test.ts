import { expect, test } from 'vitest'
import { monthsByYear } from './months-grid.ts'

const row = (key: string | null, stated: number | null, arrived: number, destroyed = 0) => ({
  key,
  stated_payloads: stated,
  arrived_payloads: arrived,
  destroyed_payloads: destroyed,
  is_different: stated !== null && stated !== arrived + destroyed,
})

test('the types of a month are added up, and each year has twelve places', () => {
  const years = monthsByYear([
    row('2023-02', 10, 10),
    row('2021-12', 5, 4, 1),
    row('2023-02', 3, 1),
    row(null, 1, 1),
    row('2023-03', null, 2),
    row('2023-03', 1, 1),
  ])
  expect(years.map(({ year }) => year)).toEqual(['2021', '2023'])
  expect(years[0]?.months[11]).toEqual({ month: '2021-12', stated: 5, arrived: 5, isDifferent: false })
  expect(years[1]?.months.slice(0, 3)).toEqual([
    undefined,
    { month: '2023-02', stated: 13, arrived: 11, isDifferent: true },
    { month: '2023-03', stated: null, arrived: 3, isDifferent: false },
  ])
  expect(years[1]?.months.length).toBe(12)
})
