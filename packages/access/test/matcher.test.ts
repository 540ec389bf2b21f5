import { describe, expect, test } from 'vitest'
import { compileMatcher, isWithin, matches } from '../src/matcher.ts'

describe('wildcards', () => {
  test.each([
    ['Sales', 'Sales', true],
    ['Sales', 'sales', false],
    ['Sales', 'Sales\n', false],
    ['Sales', '\nSales', false],
    ['Sales', 'Sales EU', false],
    ['Sales*', 'Sales', true],
    ['*Sales', 'Pre-Sales', true],
    ['*Sales', 'Sales\n', false],
    ['S*s', 'Sales', true],
    ['S*s', 'S', false],
    ['S*S', 'S', false],
    ['ab*ba', 'aba', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'acb', false],
    ['*b*', 'abc', true],
    ['**', '', true],
    ['*', 'anything\nat all', true],
    ['S.les', 'Sales', false],
    ['[S]*', 'Sales', false],
    ['S?les', 'Sales', false],
    ['\\*', 'Sales', false],
  ])('%j matches %j: %s', (text, subject, expected) => {
    expect(matches(compileMatcher(text, false), subject)).toBe(expected)
  })
})

describe('regexes match the whole text', () => {
  test.each([
    ['Sales', 'Sales', true],
    ['Sales', 'Sales EU', false],
    ['Sales', 'Pre-Sales', false],
    ['Sales', 'sales', false],
    ['Sales|Legal', 'Legal EU', false],
    ['Sales|Legal', 'Legal', true],
    ['Sales', 'Sales\n', false],
    ['Sales$', 'Sales\n', false],
    ['.*', 'Sales\nEvil', false],
    ['(?m)^Sales$', 'Sales\nEvil', false],
    ['(?m)^Sales$', 'Evil\nSales', false],
    ['(?s).*', 'Sales\nEvil', true],
    ['', '', true],
    ['', 'Sales', false],
    ['S|.*EU', 'Sales EU', true],
  ])('%j matches %j: %s', (text, subject, expected) => {
    expect(matches(compileMatcher(text, true), subject)).toBe(expected)
  })

  test.each([
    '(',
    '[a',
    '*',
    'a**',
    '(a)\\1',
    '(?=a)',
    '(?<=a)b',
    'a{1001}',
    '((a{1,100}){1,100}){1,100}',
    '\\p{Nope}',
  ])('%j is refused', (text) => {
    expect(compileMatcher(text, true)).toMatchObject({ kind: 'broken', problem: expect.stringMatching(/./) })
  })

  test.each(['(a+)+b', '(a|aa)+b', '(a*)*b', '(a|a?)+b', '(.*a){20}b', '([a-zA-Z]+)*b', '(x+x+)+y'])(
    '%j takes linear time on a text for which backtracking takes exponential time',
    (text) => {
      const matcher = compileMatcher(text, true)
      expect(matcher.kind).toBe('regex')
      expect(matches(matcher, `${'a'.repeat(20_000)}c`)).toBe(false)
    },
  )
})

describe('whether a matcher is within another', () => {
  test.each([
    ['Sales', 'Sales', true],
    ['Sales', 'S*', true],
    ['S*', 'Sales', false],
    ['Sales EU*', 'Sales*', true],
    ['Sales*', 'Sales EU*', false],
    ['a*c', 'a*', true],
    ['a*b*c', 'a*c', true],
    ['a*c', 'a*b*c', false],
    ['*', '*', true],
    ['*', 'a*', false],
    ['**', '*', true],
  ])('%s within %s: %s', (narrow, wide, expected) => {
    expect(isWithin(compileMatcher(narrow, false), compileMatcher(wide, false))).toBe(expected)
  })

  test('a regex is within itself and `*`, and a text that it matches is within it', () => {
    const regex = compileMatcher('S.*', true)
    expect(isWithin(regex, compileMatcher('S.*', true))).toBe(true)
    expect(isWithin(regex, compileMatcher('*', false))).toBe(true)
    expect(isWithin(regex, compileMatcher('S*', false))).toBe(false)
    expect(isWithin(compileMatcher('Sales', false), regex)).toBe(true)
    expect(isWithin(compileMatcher('S.*', false), compileMatcher('S.*', true))).toBe(false)
    expect(isWithin(compileMatcher('(', true), compileMatcher('(', true))).toBe(false)
  })
})
