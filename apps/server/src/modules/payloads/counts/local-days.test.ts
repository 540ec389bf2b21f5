import { expect, it } from 'vitest'
import { lastDays } from './local-days.ts'

const now = new Date('2026-11-24T01:30:00.000Z')
const startsOf = (timezone: string, at = now) => {
  const { dates, starts } = lastDays(at, 2, timezone)
  return [...dates, ...starts.map((start) => start.toISOString().slice(0, 16))]
}

it.each([
  ['UTC', ['2026-11-23', '2026-11-24', '2026-11-23T00:00', '2026-11-24T00:00', '2026-11-25T00:00']],
  ['America/Sao_Paulo', ['2026-11-22', '2026-11-23', '2026-11-22T03:00', '2026-11-23T03:00', '2026-11-24T03:00']],
  ['Asia/Kathmandu', ['2026-11-23', '2026-11-24', '2026-11-22T18:15', '2026-11-23T18:15', '2026-11-24T18:15']],
  ['Pacific/Kiritimati', ['2026-11-23', '2026-11-24', '2026-11-22T10:00', '2026-11-23T10:00', '2026-11-24T10:00']],
  ['Pacific/Pago_Pago', ['2026-11-22', '2026-11-23', '2026-11-22T11:00', '2026-11-23T11:00', '2026-11-24T11:00']],
])('days of %s begin where their date does', (timezone, expected) => {
  expect(startsOf(timezone)).toEqual(expected)
})

it('days are shorter or longer where the offset changes', () => {
  const [, , first, second, third] = startsOf('Europe/London', new Date('2026-10-26T12:00:00.000Z'))
  expect([first, second, third]).toEqual(['2026-10-24T23:00', '2026-10-26T00:00', '2026-10-27T00:00'])
})

it('a day without a midnight begins when its clocks do', () => {
  // In Beirut clocks went from 24:00 of 28 March to 01:00.
  const [, , , second] = startsOf('Asia/Beirut', new Date('2026-03-29T12:00:00.000Z'))
  expect(second).toBe('2026-03-28T22:00')
})

it('an unknown time zone is that of UTC, and says so', () => {
  expect(lastDays(now, 2, 'Mars/Olympus_Mons')).toEqual(lastDays(now, 2))
  expect(lastDays(now, 2, 'Mars/Olympus_Mons').timezone).toBe('UTC')
})
