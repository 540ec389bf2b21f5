import type { AlertPreferences } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { dueAt } from './due-at.ts'

const night = { from: '22:00', until: '07:30' }
const due = (now: string, own: Partial<AlertPreferences>, severity: 'Medium' | 'High' = 'Medium') =>
  dueAt(
    { email_frequency: 'single', quiet_hours: null, time_zone: 'Europe/Lisbon', ...own },
    severity,
    new Date(now),
  ).toISOString()

it.each<[string, string, Partial<AlertPreferences>, string]>([
  ['in a minute', '2026-01-15T10:20:00Z', {}, '2026-01-15T10:21:00.000Z'],
  ['at the next full hour', '2026-01-15T10:20:00Z', { email_frequency: 'hourly' }, '2026-01-15T11:00:00.000Z'],
  ['at 8 the next day', '2026-01-15T10:20:00Z', { email_frequency: 'daily' }, '2026-01-16T08:00:00.000Z'],
  ['at 8 in summer time', '2026-07-15T05:00:00Z', { email_frequency: 'daily' }, '2026-07-15T07:00:00.000Z'],
  ['after quiet hours', '2026-01-15T23:00:00Z', { quiet_hours: night }, '2026-01-16T07:30:00.000Z'],
  ['after quiet hours past midnight', '2026-01-16T03:00:00Z', { quiet_hours: night }, '2026-01-16T07:30:00.000Z'],
  ['outside of quiet hours', '2026-01-15T08:00:00Z', { quiet_hours: night }, '2026-01-15T08:01:00.000Z'],
  [
    'by the quiet hours of another time zone',
    '2026-01-15T23:00:00Z',
    { quiet_hours: night, time_zone: 'America/Sao_Paulo' },
    '2026-01-15T23:01:00.000Z',
  ],
  [
    'after quiet hours on the day on which summer time begins',
    '2026-03-29T00:30:00Z',
    { quiet_hours: night },
    '2026-03-29T06:30:00.000Z',
  ],
  [
    'by day if quiet hours have no length',
    '2026-01-15T09:00:00Z',
    { quiet_hours: { from: '09:00', until: '09:00' } },
    '2026-01-15T09:01:00.000Z',
  ],
])('an e-mail is due %s', (_, now, own, expected) => {
  expect(due(now, own)).toBe(expected)
})

it('alerts of High severity are due at once', () => {
  const now = '2026-01-15T23:00:00.000Z'
  expect(due(now, { quiet_hours: night, email_frequency: 'daily' }, 'High')).toBe(now)
})
