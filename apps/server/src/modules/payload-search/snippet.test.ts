import { expect, it } from 'vitest'
import { parseSearch } from '../words/index.ts'
import { snippetOf } from './snippet.ts'

const markedIn = (text: string, search: string) => {
  const snippet = snippetOf([{ place: 'text', text }], parseSearch(search))
  return snippet && { text: snippet.text, marked: snippet.highlights.map(({ start, end }) => text.slice(start, end)) }
}

it.each([
  ['We are settling on Monday', 'settle*', ['settling']],
  ['The settlement is on Monday', 'settle*', ['settlement']],
  [
    '👍\u200b Set\u200btl\ufe0fing\u200b on \u200bMon\u2060day',
    'settle* "on monday"',
    ['Set\u200btl\ufe0fing', 'on \u200bMon\u2060day'],
  ],
  ['Sold on Tuesday', 'settle*', []],
])('shows the text of a hit and marks what the beginning of a word found: %s, %s', (text, search, marked) => {
  expect(markedIn(text, search)).toEqual({ text, marked })
})

it('is null without a text', () => {
  expect(snippetOf([], parseSearch('settle*'))).toBeNull()
})
