import { expect, test } from 'vitest'
import { monthsOver, offeredMonths } from './months.ts'

test('the month that is going on is not offered, in UTC, and years are crossed', () => {
  expect(monthsOver(new Date('2026-02-01T00:00:00Z')).slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  expect(monthsOver(new Date('2026-01-31T23:59:59Z'))[0]).toBe('2025-12')
  expect(monthsOver(new Date('2026-03-31T12:00:00Z')).slice(0, 2)).toEqual(['2026-02', '2026-01'])
})

test('the month of the address is offered too, if it is valid', () => {
  const now = new Date('2026-11-26T12:00:00Z')
  expect(offeredMonths('2026-11', now).slice(0, 2)).toEqual(['2026-11', '2026-10'])
  expect(offeredMonths('2021-03', now).at(-1)).toBe('2021-03')
  for (const given of ['2026-13', 'xx', '', undefined]) expect(offeredMonths(given, now)).toEqual(monthsOver(now))
})
