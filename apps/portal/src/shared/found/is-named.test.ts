import { expect, it } from 'vitest'
import { isNamed } from './is-named.ts'

it.each([
  ['Olivia Hart', 'oli ha', true],
  ['Olivia Hart', 'hart  oli', true],
  ['Olivia Hart', 'via h', true],
  ['Olivia Hart', 'via art', false],
  ['João Melo', 'mel joao', true],
  ['Device users', 'us dev', true],
  ['Device users', '', true],
  ['Device users', 'dev x', false],
])('%s by "%s": %s', (name, typed, expected) => {
  expect(isNamed(name, typed)).toBe(expected)
})
