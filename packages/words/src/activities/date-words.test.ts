import { expect, it } from 'vitest'
import { datesInWords } from './date-words.ts'

it('dates of a filter are days where they begin or end one for the reader, and moments otherwise', () => {
  const inLisbon = datesInWords('en-GB', 'Europe/Lisbon')
  expect(inLisbon('date_from', '2026-10-30-230000')).toBe('30 Oct 2026, 23:00:00')
  expect(inLisbon('date_from', '2026-10-31-000000')).toBe('31 Oct 2026')
  expect(inLisbon('date_to', '2026-07-31-225959')).toBe('31 Jul 2026')
  expect(inLisbon('date_from', '2026-06-30-230000')).toBe('1 Jul 2026')
  expect(inLisbon('date_to', '2026-10-31-000000')).toBe('31 Oct 2026, 00:00:00')
  expect(inLisbon('date_from', '2026-10-31')).toBe('31 Oct 2026')
  expect(inLisbon('date_from', 'London')).toBeUndefined()
  expect(datesInWords('pt-BR', 'America/Sao_Paulo')('date_to', '2026-11-30-025959')).toBe('29/11/2026')
})
