import { daysOfYears } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { yearsAndDays } from './use-period-words.ts'

test.each([
  [0, null],
  [30, null],
  [365, null],
  [366, { years: 1, rest: 0 }],
  [730, null],
  [731, { years: 2, rest: 0 }],
  [1825, null],
  [daysOfYears(5), { years: 5, rest: 0 }],
  [daysOfYears(5) + 30, { years: 5, rest: 30 }],
  [daysOfYears(7), { years: 7, rest: 0 }],
])('%d days are %j', (days, said) => {
  expect(yearsAndDays(days)).toEqual(said)
})
