import { describe, expect, test } from 'vitest'
import { typedNumbers } from './typed-numbers.ts'

const doctor = '+447700900123'
const school = '+447700900124'

describe('numbers that somebody typed or pasted', () => {
  test.each([
    ['one', '+447700900123', [doctor]],
    ['as people write them', '+44 (0)7700 900-123', [doctor]],
    ['with 00', '0044 7700 900123', [doctor]],
    ['with dashes and points of other kinds', '+44\u00a07700\u2011900.123', [doctor]],
    ['copied from an address book', '\u202a+44 7700 900123\u202c', [doctor]],
    ['one a line', '+447700900123\r\n\r\n+447700900124\n', [doctor, school]],
    ['with commas and semicolons', '+447700900123, +447700900124;', [doctor, school]],
    ['beside each other', '+44 7700 900123 +44 7700 900124', [doctor, school]],
    ['in columns', '+447700900123\t+447700900124', [doctor, school]],
    ['twice', '+447700900123\n0044 7700 900123', [doctor]],
    ['in digits of another script', '+٤٤٧٧٠٠٩٠٠١٢٣', [doctor]],
    ['as a link', 'tel:+44-7700-900123', [doctor]],
    ['none', ' \n ', []],
  ])('%s', (_what, text, numbers) => {
    expect(typedNumbers(text)).toEqual({ numbers, wrong: [] })
  })

  test.each([
    ['without a country code', '07700 900123'],
    ['too short', '+12345'],
    ['too long', `+${'1'.repeat(31)}`],
    ['a name', 'Dr. Shah'],
  ])('what is none stays as it was typed: %s', (_what, text) => {
    expect(typedNumbers(`${text}\n${doctor}`)).toEqual({ numbers: [doctor], wrong: [text] })
  })
})
