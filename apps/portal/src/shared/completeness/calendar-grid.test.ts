import { expect, test } from 'vitest'
import { calendarGrid } from './calendar-grid.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, day) => ({
    date: new Date(Date.parse(first) + day * 24 * 60 * 60_000).toISOString().slice(0, 10),
  }))

test('weeks begin on Monday, whatever day the calendar begins on', () => {
  // A Friday, and twelve weeks until a Thursday.
  const { weeks, before, dateAt } = calendarGrid(daysFrom('2026-09-04', 84))
  expect({ weeks, before, first: dateAt(0), last: dateAt(before + 83) }).toEqual({
    weeks: 13,
    before: 4,
    first: '2026-08-31',
    last: '2026-11-26',
  })
  expect(calendarGrid(daysFrom('2026-09-07', 84))).toMatchObject({ weeks: 12, before: 0 })
  expect(calendarGrid(daysFrom('2026-09-06', 1))).toMatchObject({ weeks: 1, before: 6 })
})

test('a month is named at the first week that begins in it', () => {
  const { weeks, beginsMonth } = calendarGrid(daysFrom('2026-09-04', 84))
  expect(Array.from({ length: weeks }, (_, week) => week).filter(beginsMonth)).toEqual([0, 1, 5, 9])
})
