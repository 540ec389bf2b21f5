import { describe, expect, it } from 'vitest'
import { dueOn, lastPeriod, nextDraw } from './repeat-times.ts'

const daily = { weekday: null, hour: 6, time_zone: 'Europe/London', until: null }
const mondays = { ...daily, weekday: 1 }
const next = (times: Parameters<typeof nextDraw>[0], after: string) =>
  nextDraw(times, new Date(after))?.toISOString() ?? null

describe('the next draw', () => {
  it.each([
    ['the same day', daily, '2026-06-10T04:59:00Z', '2026-06-10T05:00:00.000Z'],
    ['after the moment itself', daily, '2026-06-10T05:00:00Z', '2026-06-11T05:00:00.000Z'],
    ['in summer time', daily, '2026-03-28T12:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['in winter time', daily, '2026-10-24T12:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['on Monday', mondays, '2026-06-10T12:00:00Z', '2026-06-15T05:00:00.000Z'],
    ['later on Monday', mondays, '2026-06-15T04:00:00Z', '2026-06-15T05:00:00.000Z'],
    ['on Monday of the next week', mondays, '2026-06-15T05:00:00Z', '2026-06-22T05:00:00.000Z'],
    // 01:30 UTC on Tuesday is still Monday in São Paulo.
    [
      'by local days',
      { ...mondays, hour: 23, time_zone: 'America/Sao_Paulo' },
      '2026-06-16T01:30:00Z',
      '2026-06-16T02:00:00.000Z',
    ],
    ['at an hour that a day does not have', { ...daily, hour: 1 }, '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['once at an hour that a day has twice', { ...daily, hour: 1 }, '2026-10-25T00:00:00Z', '2026-10-26T01:00:00.000Z'],
    ['on the last day', { ...daily, until: '2026-06-11' }, '2026-06-10T12:00:00Z', '2026-06-11T05:00:00.000Z'],
    ['never after it', { ...daily, until: '2026-06-11' }, '2026-06-11T12:00:00Z', null],
  ])('is %s', (_, times, after, expected) => expect(next(times, after)).toBe(expected))

  it('is the whole day or week that ended last', () => {
    for (const times of [daily, mondays, { ...mondays, time_zone: 'Asia/Kathmandu', hour: 0 }]) {
      for (let hour = 0; hour < 24 * 400; hour += 7) {
        const now = new Date(Date.UTC(2026, 0, 1, hour, 13))
        const { from, until } = lastPeriod(times, now)
        expect([from < until, until <= now]).toEqual([true, true])
        expect(nextDraw(times, from)).toEqual(until)
        expect((nextDraw(times, until) as Date) > now).toBe(true)
      }
    }
  })
})

it('is due some local days later', () => {
  const drawn = new Date('2026-06-16T02:00:00Z')
  const repeats = { ...mondays, time_zone: 'America/Sao_Paulo', hour: 23 }
  expect(dueOn({ ...repeats, due_after_days: 3 }, drawn)).toBe('2026-06-18')
  expect(dueOn({ ...repeats, due_after_days: null }, drawn)).toBeNull()
})
