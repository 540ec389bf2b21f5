import { expect, it } from 'vitest'
import { nextTime } from './next-time.ts'

const daily = { every: 'day', weekday: null, month_day: null, hour: 8, time_zone: 'Europe/London' } as const

/** The next times, each after the one before. */
const times = (schedule: Parameters<typeof nextTime>[0], after: string, count: number): string[] => {
  const found: string[] = []
  for (let time = new Date(after); found.length < count; found.push(time.toISOString().slice(0, 16)))
    time = nextTime(schedule, time)
  return found
}

it.each([
  ['each day, an hour earlier in UTC in summer', daily, '2026-03-27T09:00Z', ['2026-03-28T08:00', '2026-03-29T07:00']],
  ['today, if the hour is still to come', daily, '2026-01-10T07:59Z', ['2026-01-10T08:00', '2026-01-11T08:00']],
  [
    'on Mondays',
    { ...daily, every: 'week', weekday: 1 },
    '2026-11-29T12:00Z',
    ['2026-11-30T08:00', '2026-12-07T08:00'],
  ],
  [
    'on the last day of months that have no 31st',
    { ...daily, every: 'month', month_day: 31, time_zone: 'UTC' },
    '2028-01-31T09:00Z',
    ['2028-02-29T08:00', '2028-03-31T08:00', '2028-04-30T08:00'],
  ],
  [
    'once on the day that skips the hour, and once on the day that has it twice',
    { ...daily, hour: 1 },
    '2026-03-28T02:00Z',
    ['2026-03-29T01:00', '2026-03-30T00:00'],
  ],
  [
    'at the first of two equal hours',
    { ...daily, hour: 1 },
    '2026-10-24T12:00Z',
    ['2026-10-25T00:00', '2026-10-26T01:00'],
  ],
  [
    'on days that a time zone never had',
    { ...daily, hour: 8, time_zone: 'Pacific/Apia' },
    '2011-12-29T17:00Z',
    ['2011-12-29T18:00', '2011-12-30T18:00'],
  ],
] as const)('a report is sent %s', (_, schedule, after, expected) => {
  expect(times(schedule, after, expected.length)).toEqual(expected)
})
