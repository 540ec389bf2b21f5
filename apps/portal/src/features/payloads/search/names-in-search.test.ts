import { expect, test } from 'vitest'
import { isPhoneNumber, namesInSearch } from './names-in-search.ts'

test.each([
  ['07700900322', true],
  ['+447700900322', true],
  ['+44 (0)7700 900-322', true],
  ['322', true],
  ['8 (916) 123-45-67', true],
  ['tel:+44-7700-900322', true],
  ['sip:+447700900322@ims.example', true],
  ['٠٧٧٠٠٩٠٠٣٢٢', true],
  ['０７７００９００３２２', true],
  ['32', false],
  ['-322', false],
  ['call 07700900322', false],
  ['"322"', false],
  ['Room 322', false],
  ['tel', false],
  ['', false],
])('%s is nothing but a phone number: %s', (text, expected) => {
  expect(isPhoneNumber(text)).toBe(expected)
})

test.each([
  ['James -Ashworth', 'James'],
  ['-Ashworth James', 'James'],
  ['Ana -"sold at once" Silva', 'Ana Silva'],
  ['Jean-Luc  Petit', 'Jean-Luc Petit'],
  ['-Ashworth', ''],
])('%s may name %s', (text, expected) => {
  expect(namesInSearch(text)).toBe(expected)
})
