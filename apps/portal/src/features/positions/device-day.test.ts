import { expect, test } from 'vitest'
import { dayIn, isDay, knownZone, nextDay, startOfDayIn } from './device-day.ts'

test.each([
  ['2026-07-01', 'Europe/London', '2026-06-30T23:00:00.000Z'],
  ['2026-12-01', 'Europe/London', '2026-12-01T00:00:00.000Z'],
  ['2026-03-29', 'Europe/London', '2026-03-29T00:00:00.000Z'],
  ['2026-03-30', 'Europe/London', '2026-03-29T23:00:00.000Z'],
  ['2026-10-25', 'Europe/Lisbon', '2026-10-24T23:00:00.000Z'],
  ['2026-11-25', 'America/Sao_Paulo', '2026-11-25T03:00:00.000Z'],
  ['2026-11-25', 'Asia/Kathmandu', '2026-11-24T18:15:00.000Z'],
  ['2026-11-25', knownZone('GMT+12:00'), '2026-11-24T12:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, begin) => {
  expect(startOfDayIn(day, zone).toISOString()).toBe(begin)
  expect(dayIn(new Date(begin), zone)).toBe(day)
  expect(dayIn(new Date(Date.parse(begin) - 1), zone)).toBe(nextDay(day, -1))
})

test('a time zone that nobody knows is that of the browser', () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(knownZone('Mars/Olympus')).toBe(own)
  expect(knownZone(null)).toBe(own)
  expect(knownZone('America/Sao_Paulo')).toBe('America/Sao_Paulo')
})

test('days are written as yyyy-mm-dd', () => {
  expect(['2026-02-28', '2026-2-1', 'today', '2026-13-01', undefined].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(nextDay('2026-02-28', 1)).toBe('2026-03-01')
})
