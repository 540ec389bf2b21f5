import { fieldProblem, Schedule } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { asKind, partsOf, scheduleKinds, scheduleOf } from './schedule-parts.ts'

test.each([
  ['', { kind: 'never' }],
  ['rate(1 hour)', { kind: 'interval', every: 1, unit: 'hour' }],
  ['rate(15 minutes)', { kind: 'interval', every: 15, unit: 'minute' }],
  ['cron(0 2 * * ? *)', { kind: 'daily', time: '02:00' }],
  ['cron(30 18 ? * MON-FRI *)', { kind: 'weekly', weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI'], time: '18:30' }],
  ['cron(0 8 ? * TUE,SUN *)', { kind: 'weekly', weekdays: ['TUE', 'SUN'], time: '08:00' }],
  ['cron(5 0 31 * ? *)', { kind: 'monthly', day: 31, time: '00:05' }],
  ['cron(0 0 L * ? *)', { kind: 'monthly', day: 'L', time: '00:00' }],
  ['cron(0/20 8 * * ? *)', { kind: 'expert', expression: 'cron(0/20 8 * * ? *)' }],
  ['cron(0 8 ? * 2-6 *)', { kind: 'expert', expression: 'cron(0 8 ? * 2-6 *)' }],
  ['cron(0 8 1 JAN ? *)', { kind: 'expert', expression: 'cron(0 8 1 JAN ? *)' }],
])('%j is read, and written as it was', (schedule, parts) => {
  expect(partsOf(schedule)).toEqual(parts)
  expect(scheduleOf(partsOf(schedule))).toBe(schedule)
})

test('each kind that one changes to has an expression that the contract accepts', () => {
  for (const kind of scheduleKinds) {
    expect(fieldProblem(Schedule, scheduleOf(asKind({ kind: 'daily', time: '09:15' }, kind)))).toBeNull()
  }
})

test.each([
  { kind: 'daily', time: '' },
  { kind: 'weekly', weekdays: [], time: '08:00' },
  { kind: 'interval', every: '', unit: 'hour' },
] as const)('%j is refused', (parts) => {
  expect(fieldProblem(Schedule, scheduleOf(parts))).not.toBeNull()
})
