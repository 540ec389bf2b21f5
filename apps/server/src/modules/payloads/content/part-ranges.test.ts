import { expect, it } from 'vitest'
import { digitsOf, partRanges } from './part-ranges.ts'

it.each([
  ['07700 900-123', ['07700900123', '7700900123']],
  ['+44 (0)7700 900123', ['447700900123']],
  ['00351 21 000', ['0035121000', '35121000']],
  ['0123', ['0123']],
  ['000', ['000']],
  ['+44', []],
  ['HSBC', null],
  ['Room 101', null],
  ['', null],
])('the digits of %s', (text, digits) => {
  expect(digitsOf(text)).toEqual(digits)
})

it('too little is not looked up', () => {
  expect(['12', '+44', 'J', ''].map(partRanges)).toEqual([null, null, null, null])
  expect(['123', 'Jo', '0123456'].map((text) => partRanges(text)?.count)).toEqual([1, 1, 2])
})
