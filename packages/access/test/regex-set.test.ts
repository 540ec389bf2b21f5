import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMatcher, type Matcher, matches } from '../src/matcher.ts'
import { RegexSet } from '../src/regex-set.ts'

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\b',
  '\\B',
  '^',
  '$',
  '(?i)A',
  '(?s).',
  '\\pL',
  '(?m)$',
  'é',
  '😀',
  '\\n',
)
const { regex } = fc.letrec<{ regex: string }>((tie) => ({
  regex: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc.tuple(tie('regex'), tie('regex')).map(([left, right]) => left + right),
    fc.tuple(tie('regex'), tie('regex')).map(([left, right]) => `(${left}|${right})`),
    fc.tuple(tie('regex'), fc.constantFrom('*', '+', '?', '{0,2}', '*?')).map(([one, times]) => `(?:${one})${times}`),
  ),
}))
const subject = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'é', '😀', '\n', ' '), maxLength: 6 })

const isRegex = (matcher: Matcher) => matcher.kind === 'regex'

test('regexes match together as they do one by one, however many they are', () => {
  let met = 0
  const regexes = fc.array(regex, { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(regexes, fc.array(subject, { minLength: 10, maxLength: 10 }), (texts, subjects) => {
      const matchers = texts.map((text) => compileMatcher(text, true)).filter(isRegex)
      const set = new RegexSet()
      for (const [id, matcher] of matchers.entries()) set.add(matcher, id)
      for (const one of subjects) {
        const expected = matchers.flatMap((matcher, id) => (matches(matcher, one) ? id : []))
        met += expected.length
        expect(set.matching(one).sort((left, right) => left - right)).toEqual(expected)
      }
    }),
    { numRuns: 300 },
  )
  expect(met).toBeGreaterThan(1_000)
})

test('more can be added after some were asked', () => {
  const set = new RegexSet()
  const add = (text: string, id: number) => {
    const matcher = compileMatcher(text, true)
    if (matcher.kind === 'regex') set.add(matcher, id)
  }
  expect(set.isEmpty).toBe(true)
  for (let id = 0; id < 20; id++) add(`Desk (${id}|x)`, id)
  expect(set.matching('Desk 7')).toEqual([7])
  add('Desk .*', 20)
  expect(set.matching('Desk 7').sort()).toEqual([20, 7])
  expect(set.isEmpty).toBe(false)
})
