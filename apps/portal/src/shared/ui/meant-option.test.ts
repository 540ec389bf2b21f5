import { expect, it } from 'vitest'
import { meantOption } from './meant-option.ts'

const options = ['Reviewer', 'Equities reviewer', 'Auditor', 'auditor']

it.each([
  ['Reviewer', 'Reviewer'],
  ['reviewer ', 'Reviewer'],
  ['equities', 'Equities reviewer'],
  ['auditor', 'auditor'],
  ['review', undefined],
  ['Traders', undefined],
  [' ', undefined],
])('"%s" names %s', (text, option) => {
  expect(meantOption(options, text)).toBe(option)
})
