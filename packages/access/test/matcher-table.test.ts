import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { IdList } from '../src/id-list.ts'
import { compileMatcher } from '../src/matcher.ts'
import { MatcherTable } from '../src/matcher-table.ts'
import { randomNameRegex, randomRegex, randomText } from './random-regexes.ts'
import { referenceMatches } from './reference-evaluator.ts'

const text = fc
  .array(fc.constantFrom('*', 'a', 'b', 'Desk', ' - ', '*', 'é', '€😀'), { maxLength: 6 })
  .map((parts) => parts.join(''))

const matcher = fc.oneof(
  randomRegex.map((source) => ({ text: source, isRegex: true })),
  randomNameRegex.map((source) => ({ text: source, isRegex: true })),
  text.map((source) => ({ text: source, isRegex: false })),
)

const matching = (table: MatcherTable, subject: string): number[] => {
  const found = new IdList()
  table.collect(subject, found)
  return found.toArray().sort((left, right) => left - right)
}

const tableOf = (texts: readonly string[], isRegex: boolean): MatcherTable => {
  const table = new MatcherTable()
  for (const [id, one] of texts.entries()) table.add(compileMatcher(one, isRegex), id)
  return table
}

test('many matchers match together exactly as each does by itself', () => {
  let matched = 0
  const matchers = fc.array(matcher, { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(matchers, fc.array(randomText, { minLength: 10, maxLength: 10 }), (drawn, subjects) => {
      const table = new MatcherTable()
      const single = drawn.map(({ text: source, isRegex }, id) => {
        table.add(compileMatcher(source, isRegex), id)
        if (!isRegex) return (subject: string) => referenceMatches(source, false, subject, false)
        const compiled = RE2JS.compile(source)
        return (subject: string) => compiled.testExact(subject)
      })
      for (const subject of subjects) {
        const expected = single.flatMap((matches, id) => (matches(subject) ? id : []))
        matched += expected.length
        expect(matching(table, subject)).toEqual(expected)
      }
    }),
    { numRuns: 300 },
  )
  expect(matched).toBeGreaterThan(1_000)
})

describe('a thousand matchers that are nearly the same are told apart', () => {
  const numbers = Array.from({ length: 1_000 }, (_, id) => id)

  test('regexes', () => {
    const table = tableOf(
      numbers.map((id) => `Desk (EU|US) ${id}(x|yy)?`),
      true,
    )
    expect(matching(table, 'Desk EU 77')).toEqual([77])
    expect(matching(table, 'Desk US 777yy')).toEqual([777])
    expect(matching(table, 'Desk UK 777')).toEqual([])
  })

  test('wildcards', () => {
    const table = tableOf(
      numbers.map((id) => `*Desk ${id}*x`),
      false,
    )
    expect(matching(table, 'Desk 77x')).toEqual([7, 77])
    expect(matching(table, 'The Desk 777 xx')).toEqual([7, 77, 777])
    expect(matching(table, 'Desk 777')).toEqual([])
  })
})

test('matchers can be added after others have been matched', () => {
  const table = tableOf(
    Array.from({ length: 20 }, (_, id) => `Desk (${id}|x)`),
    true,
  )
  expect(matching(table, 'Desk 7')).toEqual([7])
  table.add(compileMatcher('Desk .*', true), 20)
  table.add(compileMatcher('Desk*', false), 21)
  expect(matching(table, 'Desk 7')).toEqual([7, 20, 21])
})

test('a broken regex in a table matches nothing', () => {
  expect(matching(tableOf(['(', 'a'], true), '(')).toEqual([])
})
