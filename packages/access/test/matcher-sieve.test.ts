import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { IdList } from '../src/id-list.ts'
import { compileMatcher } from '../src/matcher.ts'
import { MatcherSieve } from '../src/matcher-sieve.ts'
import { plainlyMatches } from './plain-reading.ts'
import { randomNameRegex, randomRegex, randomText } from './random-regexes.ts'

const wildcard = fc
  .array(fc.constantFrom('*', 'a', 'b', 'Desk', ' - ', '*', 'é'), { maxLength: 6 })
  .map((parts) => parts.join(''))

const matcher = fc.oneof(
  randomRegex.map((text) => ({ text, isRegex: true })),
  randomNameRegex.map((text) => ({ text, isRegex: true })),
  wildcard.map((text) => ({ text, isRegex: false })),
)

const matching = (sieve: MatcherSieve, subject: string): number[] => {
  const found = new IdList()
  sieve.collect(subject, found)
  return found.toArray().sort((left, right) => left - right)
}

test('many are matched together as each by itself, however many they are', () => {
  let met = 0
  const matchers = fc.array(matcher, { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(matchers, fc.array(randomText, { minLength: 10, maxLength: 10 }), (drawn, subjects) => {
      const sieve = new MatcherSieve()
      const plain = drawn.map(({ text, isRegex }, id) => {
        sieve.add(compileMatcher(text, isRegex), id)
        if (!isRegex) return (subject: string) => plainlyMatches(text, false, subject, false)
        const compiled = RE2JS.compile(text)
        return (subject: string) => compiled.testExact(subject)
      })
      for (const subject of subjects) {
        const expected = plain.flatMap((matches, id) => (matches(subject) ? id : []))
        met += expected.length
        expect(matching(sieve, subject)).toEqual(expected)
      }
    }),
    { numRuns: 300 },
  )
  expect(met).toBeGreaterThan(1_000)
})

test('a thousand that require nearly the same are told apart', () => {
  const sieve = new MatcherSieve()
  for (let id = 0; id < 1_000; id++) sieve.add(compileMatcher(`Desk (EU|US) ${id}(x|yy)?`, true), id)
  expect(matching(sieve, 'Desk EU 77')).toEqual([77])
  expect(matching(sieve, 'Desk US 777yy')).toEqual([777])
  expect(matching(sieve, 'Desk UK 777')).toEqual([])
})

test('more can be added after some were asked', () => {
  const sieve = new MatcherSieve()
  const add = (text: string, id: number) => sieve.add(compileMatcher(text, true), id)
  expect(sieve.isEmpty).toBe(true)
  for (let id = 0; id < 20; id++) add(`Desk (${id}|x)`, id)
  expect(matching(sieve, 'Desk 7')).toEqual([7])
  add('Desk .*', 20)
  expect(matching(sieve, 'Desk 7')).toEqual([7, 20])
  expect(sieve.isEmpty).toBe(false)
})
