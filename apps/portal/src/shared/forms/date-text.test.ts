import { expect, it } from 'vitest'
import { dateText, valueOfDate } from './date-text.ts'

it.each([
  ['02/01/2026', '2026-01-02'],
  ['2/1/2026', '2026-01-02'],
  ['2.1.2026', '2026-01-02'],
  ['2026-01-02', '2026-01-02'],
  [' 29/02/2028 ', '2028-02-29'],
  ['29/02/2026', null],
  ['13/13/2026', null],
  ['02/01/26', null],
  ['02/01/2026 10:00', null],
  ['tomorrow', null],
])('the date %s is %s', (text, value) => {
  expect(valueOfDate(text, false)).toBe(value)
})

it.each([
  ['02/01/2026 03:04', '2026-01-02T03:04'],
  ['2026-01-02T03:04', '2026-01-02T03:04'],
  ['2/1/2026 3h04', '2026-01-02T03:04'],
  ['02/01/2026', null],
  ['02/01/2026 24:00', null],
])('the time %s is %s', (text, value) => {
  expect(valueOfDate(text, true)).toBe(value)
})

it('a value is written as it is read', () => {
  for (const value of ['2026-01-02', '1999-12-31']) expect(valueOfDate(dateText(value), false)).toBe(value)
  expect(valueOfDate(dateText('2026-01-02T03:04'), true)).toBe('2026-01-02T03:04')
  expect(dateText('')).toBe('')
})
