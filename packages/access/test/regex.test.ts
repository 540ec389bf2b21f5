import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { Regex } from '../src/regex.ts'
import { randomNameRegex, randomRegex, randomText } from './random-regexes.ts'

const texts = fc.array(randomText, { minLength: 10, maxLength: 10 })

test('a regex matches what the library says, whatever was tried before', () => {
  let met = 0
  fc.assert(
    fc.property(randomRegex, texts, (source, subjects) => {
      const [regex, plain] = [new Regex(source), RE2JS.compile(source)]
      for (const subject of [...subjects, ...subjects]) {
        const expected = plain.testExact(subject)
        if (expected) met++
        expect(regex.matches(subject), JSON.stringify(subject)).toBe(expected)
      }
    }),
    { numRuns: 2_000 },
  )
  expect(met).toBeGreaterThan(1_000)
})

test('whatever matches contains one of each list of what is required', () => {
  let required = 0
  fc.assert(
    fc.property(fc.oneof(randomRegex, randomNameRegex), texts, (drawn, subjects) => {
      const regex = new Regex(`(?s:.*)(?:${drawn})(?s:.*)`)
      for (const list of regex.requiredTexts) {
        for (const subject of subjects.filter((one) => regex.matches(one))) {
          required++
          expect(list.some((text) => subject.includes(text))).toBe(true)
        }
      }
    }),
    { numRuns: 5_000 },
  )
  expect(required).toBeGreaterThan(200)
})

test('the texts that an ordinary regex requires are found', () => {
  const requiredOf = (source: string) => new Regex(source).requiredTexts
  expect(requiredOf('^Desk-(EU|US)-[0-9]+$')).toEqual([['Desk-'], ['EU', 'US'], ['-']])
  expect(requiredOf('.*London.*')).toEqual([['London']])
  expect(requiredOf('(Equities|Rates) .*')).toEqual([['Equities', 'Rates'], [' ']])
  expect(requiredOf('[A-Z]+|x?')).toEqual([])
})

test('more states than are kept at a time do not change the answer', () => {
  const source = '(?:a|b)*a(?:a|b){11}(?:c(?:a|b)*a(?:a|b){11})?'
  const [regex, plain] = [new Regex(source), RE2JS.compile(source)]
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 20, maxLength: 60 })
  let met = 0
  fc.assert(
    fc.property(letters, letters, (left, right) => {
      for (const subject of [left, `${left}c${right}`]) {
        const expected = plain.testExact(subject)
        if (expected) met++
        expect(regex.matches(subject)).toBe(expected)
      }
    }),
    { numRuns: 2_000 },
  )
  expect(met).toBeGreaterThan(500)
})
