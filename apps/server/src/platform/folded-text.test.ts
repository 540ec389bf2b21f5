import { expect, it } from 'vitest'
import { isNamedBy, wordsOf } from './folded-text.ts'

it('compares each word once, and no more than ten', () => {
  expect(wordsOf('Oli  HÁ oli')).toEqual(['oli', 'ha'])
  expect(wordsOf('a '.repeat(127))).toEqual(['a'])
  expect(wordsOf(Array.from({ length: 30 }, (_, number) => `w${number}`).join(' '))).toHaveLength(10)
})

it('finds a name by the beginnings of its words, in any order', () => {
  expect(isNamedBy('hart oli')('Olivia Hart')).toBe(true)
  expect(isNamedBy('hart livia')('Olivia Hart')).toBe(false)
})
