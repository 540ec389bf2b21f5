import { describe, expect, it } from 'vitest'
import { calendarDays, localTime, officeMoment, weightOfDay, workingMoments, workingMorning } from './office-hours.ts'
import { SeededRandom } from './seeded-random.ts'

const at = (text: string): number => Date.parse(text)

describe('office hours', () => {
  it('use local time, in summer and in winter', () => {
    expect(localTime(at('2026-07-01T09:11:12Z'), 'Europe/London')).toBe('2026-07-01T10:11:12+01:00')
    expect(localTime(at('2026-12-01T09:11:12Z'), 'Europe/London')).toBe('2026-12-01T09:11:12+00:00')
    expect(localTime(at('2026-12-01T01:11:12Z'), 'America/Sao_Paulo')).toBe('2026-11-30T22:11:12-03:00')
  })

  it('begin with the local date', () => {
    const midnightInLondon = at('2026-06-30T23:30:00Z')
    expect(calendarDays(midnightInLondon, 'Europe/London', 2)).toEqual([at('2026-07-01Z'), at('2026-06-30Z')])
    expect(calendarDays(midnightInLondon, 'America/New_York', 1)).toEqual([at('2026-06-30Z')])
  })

  it.each(['Europe/London', 'America/New_York', 'America/Sao_Paulo'])(
    'stay within the working hours of %s, also when the clocks change',
    (timezone) => {
      const random = new SeededRandom(timezone)
      for (const date of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-08-12']) {
        const shown = Array.from({ length: 300 }, () => localTime(officeMoment(at(date), timezone, random), timezone))
        expect(new Set(shown.map((text) => text.slice(0, 10)))).toEqual(new Set([date]))
        const atWork = shown.filter((text) => text.slice(11) >= '07' && text.slice(11) < '19')
        expect(atWork.length).toBeGreaterThan(250)
      }
    },
  )

  it('have little activity at the weekend', () => {
    expect(weightOfDay(at('2026-11-21Z')) + weightOfDay(at('2026-11-22Z'))).toBeLessThan(0.1)
    expect(weightOfDay(at('2026-11-19Z'))).toBe(1)
  })

  it('have working mornings on the day, or on the Friday before', () => {
    const morning = (daysAgo: number) =>
      localTime(workingMorning(at('2026-11-24T01:00:00Z'), 'Europe/London', daysAgo), 'Europe/London')
    expect([1, 2, 3, 4].map(morning)).toEqual([
      '2026-11-23T09:12:00+00:00',
      '2026-11-20T09:12:00+00:00',
      '2026-11-20T09:12:00+00:00',
      '2026-11-20T09:12:00+00:00',
    ])
  })

  it('have moments of work in their order, on each working day of a span and at no other time', () => {
    const span = { from: at('2026-11-19T15:00:00Z'), until: at('2026-11-24T10:00:00Z') }
    const moments = workingMoments(span, 'America/Sao_Paulo', 40, new SeededRandom('moments'))
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    const shown = moments.map((moment) => localTime(moment, 'America/Sao_Paulo'))
    expect(new Set(shown.map((text) => text.slice(0, 10)))).toEqual(new Set(['2026-11-19', '2026-11-20', '2026-11-23']))
    expect(shown.filter((text) => text.slice(11, 16) < '09:00' || text.slice(11, 16) >= '17:30')).toEqual([])
    expect(moments.filter((moment) => moment < span.from || moment >= span.until)).toEqual([])
  })
})
