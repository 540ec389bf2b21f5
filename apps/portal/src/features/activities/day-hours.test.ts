import { afterAll, beforeAll, expect, test } from 'vitest'
import { countsOf, datesOfHour, dayOf, hoursOf, withDay, withHour } from './day-hours.ts'

const zone = process.env.TZ
beforeAll(() => {
  process.env.TZ = 'Europe/Lisbon'
})
afterAll(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const now = new Date('2026-11-24T02:00:00.000Z')
const day = (filter: Parameters<typeof dayOf>[0]) => dayOf(filter, now).toISOString()

test('the day is that of the hour, the last one of the period, or today', () => {
  expect(day({})).toBe('2026-11-24T00:00:00.000Z')
  expect(day({ period: '7d' })).toBe('2026-11-24T00:00:00.000Z')
  expect(day({ period: 'yesterday' })).toBe('2026-11-23T00:00:00.000Z')
  expect(day({ date_from: '2026-07-01', date_to: '2026-07-03' })).toBe('2026-07-02T23:00:00.000Z')
  expect(day({ date_to: '2027-01-01' })).toBe('2026-11-24T00:00:00.000Z')
  expect(day({ hour: '2026-07-03T13:00:00.000Z', date_to: '2026-08-01' })).toBe('2026-07-02T23:00:00.000Z')
  expect(day({ hour: 'noon' })).toBe('2026-11-24T00:00:00.000Z')
})

test('a day has as many hours as the clocks show', () => {
  expect(hoursOf(new Date('2026-11-24T00:00:00.000Z'))).toHaveLength(24)
  expect(hoursOf(new Date('2026-03-29T00:00:00.000Z'))).toHaveLength(23)
  expect(hoursOf(new Date('2026-10-24T23:00:00.000Z'))).toHaveLength(25)
})

test('an hour is asked for by its first and its last second', () => {
  expect(datesOfHour('2026-11-24T13:00:00.000Z')).toEqual({
    date_from: '2026-11-24-130000',
    date_to: '2026-11-24-135959',
  })
})

test('an hour is chosen, and given up, beside the period; a day takes the place of both', () => {
  const hour = new Date('2026-11-24T13:00:00.000Z')
  const chosen = withHour({ period: 'today', outcomes: ['refused'] }, hour)
  expect(chosen).toEqual({ period: 'today', outcomes: ['refused'], hour: '2026-11-24T13:00:00.000Z' })
  expect(withHour(chosen, hour)).toEqual({ period: 'today', outcomes: ['refused'] })
  expect(withDay(chosen, new Date('2026-11-23T00:00:00.000Z'))).toEqual({
    outcomes: ['refused'],
    date_from: '2026-11-23',
    date_to: '2026-11-23',
  })
})

test('hours without entries have none', () => {
  const hours = hoursOf(new Date('2026-11-24T00:00:00.000Z'))
  const counts = { done: 1, not_done: 0, refused: 2, not_found: 0 }
  const all = countsOf(hours, [{ from: '2026-11-24T23:00:00.000Z', ...counts }])
  expect(all).toHaveLength(24)
  expect(all[23]).toEqual(counts)
  expect(all[0]).toEqual({ done: 0, not_done: 0, refused: 0, not_found: 0 })
})
