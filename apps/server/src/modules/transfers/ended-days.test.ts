import { expect, it } from 'vitest'
import { endedDays } from './ended-days.ts'

const hourMs = 60 * 60_000
const long = new Date('2026-01-01T00:00:00Z')

it('a day ends in the time zone of its configuration, and is reported an hour later', () => {
  const latest = (timeZone: string, now: string) => endedDays(timeZone, new Date(now), null, long).at(-1)?.day
  expect(latest('America/Sao_Paulo', '2026-11-29T03:59:59Z')).toBe('2026-11-27')
  expect(latest('America/Sao_Paulo', '2026-11-29T04:00:00Z')).toBe('2026-11-28')
  expect(latest('Asia/Kolkata', '2026-11-29T19:30:00Z')).toBe('2026-11-29')
})

it('days of 23 and 25 hours follow each other without a gap', () => {
  for (const [now, hours] of [
    ['2026-03-30T12:00:00Z', 23],
    ['2026-10-26T12:00:00Z', 25],
  ] as const) {
    const days = endedDays('Europe/London', new Date(now), null, long)
    const last = days.at(-1)
    expect(last && last.until.getTime() - last.from.getTime()).toBe(hours * hourMs)
    expect(days.slice(1).every(({ from }, place) => from.getTime() === days[place]?.until.getTime())).toBe(true)
  }
})

it('days that were missed are caught up for a month, from the first one of the configuration on', () => {
  const now = new Date('2026-11-29T12:00:00Z')
  const daysOf = (after: string | null, since: Date) => endedDays('UTC', now, after, since).map(({ day }) => day)
  expect(daysOf('2026-11-25', long)).toEqual(['2026-11-26', '2026-11-27', '2026-11-28'])
  expect(daysOf(null, new Date('2026-11-27T15:00:00Z'))).toEqual(['2026-11-27', '2026-11-28'])
  expect(daysOf('2026-05-01', long)).toHaveLength(31)
  expect(daysOf('2026-11-28', long)).toEqual([])
  expect(endedDays('UTC', now, null, long).filter(({ isLatest }) => isLatest)).toHaveLength(1)
})
