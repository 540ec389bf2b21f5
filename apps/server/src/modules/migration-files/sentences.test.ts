import { type MigrationSentenceCode, migrationSentences } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { say, sentencesOf } from './sentences.ts'

const codes = Object.keys(migrationSentences) as MigrationSentenceCode[]
const sayAny = say as (code: MigrationSentenceCode, values: Record<string, string>) => string

it.each(codes)('%s is known again, alone, of a column and among others', (code) => {
  const names = [...migrationSentences[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  for (const awkward of ['a', '+351 91', 'Ana. Luz', '<x>', '$& {text}', '2024-03-31T01:30:00', 'é; ‘ü’']) {
    // Names of columns, dates and words of ours end some sentences.
    const isAtEnd = (name: string) => migrationSentences[code].endsWith(`{${name}}`)
    const values = Object.fromEntries(names.map((name) => [name, isAtEnd(name) ? 'onboard_date' : awkward]))
    const text = sayAny(code, values)
    expect(sentencesOf(text)).toEqual([{ code, column: null, values, text }])
    const message = `numbers: ${text}. ${say('missing')}. reference: must not be longer than 255 characters. ${say('no_person')}`
    expect(sentencesOf(message).map((sentence) => [sentence.code, sentence.column])).toEqual([
      [code, 'numbers'],
      ['missing', null],
      [null, null],
      ['no_person', null],
    ])
  }
})

it('sentences that are joined in other ways are known as well', () => {
  const damaged = `${say('xml_damaged')}: ${say('xml_unclosed')}`
  const numbers = `numbers: ${say('spoilt', { text: '5,51E+12' })}; ${say('lost_plus', { text: '447700900123', number: '+447700900123' })}`
  expect(sentencesOf(damaged).map(({ code }) => code)).toEqual(['xml_damaged', 'xml_unclosed'])
  expect(sentencesOf(numbers).map(({ code, column }) => [code, column])).toEqual([
    ['spoilt', 'numbers'],
    ['lost_plus', null],
  ])
  const person = `${say('person_offboarded')}. ${say('give_later_date', { column: 'onboard_date', end: '2024-01-01' })}`
  expect(sentencesOf(person).map(({ code }) => code)).toEqual(['person_offboarded', 'give_later_date'])
})

it('other words, and sentences that were cut, are passed on', () => {
  expect(sentencesOf('')).toEqual([])
  expect(sentencesOf('row: is odd. Nothing')).toMatchObject([{ text: 'row: is odd' }, { text: 'Nothing' }])
  const long = `${'‘x’ is none '.repeat(160)} `
  expect(sentencesOf(long).map(({ code }) => code)).toEqual([null])
  expect(sentencesOf(`${say('missing')}. `.repeat(150)).map(({ code }) => code)).toEqual([
    ...Array(20).fill('missing'),
    null,
  ])
})
