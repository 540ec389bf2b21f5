import { maxAlertSilenceDays } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { endOfSilence, silenceNames } from './silence.ts'

const now = Date.UTC(2026, 5, 1, 12)
const latest = now + maxAlertSilenceDays * 86_400_000

it('every silence that is offered ends in the days that the server takes', () => {
  for (const name of silenceNames.filter((one) => one !== 'until')) {
    const end = endOfSilence(name, '', now)?.getTime() ?? 0
    expect(end).toBeGreaterThan(now)
    expect(end).toBeLessThan(latest)
  }
})

it.each([
  ['', null],
  [new Date(now - 1000).toISOString(), null],
  [new Date(latest + 1000).toISOString(), null],
  [new Date(now + 1000).toISOString(), now + 1000],
])('until %j ends at %j', (until, expected) => {
  expect(endOfSilence('until', until, now)?.getTime() ?? null).toBe(expected)
})
