import type { ConversationMessage } from '@holdfast/contract'
import { expect, it } from 'vitest'
import type { ConversationEntry } from './conversation-entries.ts'
import { messageMatches } from './message-matches.ts'

const entry = (key: string, text: string | null, subject: string | null = null): ConversationEntry => ({
  kind: 'message',
  key,
  day: '2026-01-01',
  message: { text, subject } as ConversationMessage,
  isContinued: false,
  isClockSetBack: false,
})

/** What is marked of these texts. */
const marked = (text: string, sought: string): string[] =>
  messageMatches([entry('a', text)], sought).map(({ start, end }) => text.slice(start, end))

it.each([
  ['Reunião às três', 'REUNIAO', ['Reunião']],
  ['Reunia\u0303o', 'reunião', ['Reunia\u0303o']],
  ['Lunch, lunch', 'lunch', ['Lunch', 'lunch']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['😀 até já 😀', 'ate ja', ['até já']],
  ['ΟΔΟΣ', 'οδος', ['ΟΔΟΣ']],
  ['Straße', 's', ['S', 'ß']],
  ['Łódź, Ærø', 'lodz', ['Łódź']],
  ['Łódź, Ærø', 'aero', ['Ærø']],
  ['كتـــاب', 'كتاب', ['كتـــاب']],
  ['שָׁלוֹם', 'שלום', ['שָׁלוֹם']],
  ['room ١٢', '12', ['١٢']],
  ['Straße', 'STRASSE', ['Straße']],
  ['100% (net)', '% (', ['% (']],
  ['Lunch', 'dinner', []],
  ['Lunch at one, or at noon', 'at one', ['at one']],
  ['Falcons, não há mais negociações', 'negociações falcons', ['Falcons', 'negociações']],
  ['Falcons and falconry', 'fal falcon', ['Falcon', 'falcon']],
  ['That phone', 'at one', []],
  ['Lunch at noon', 'at one', []],
  ['Lunch', '  ', []],
])('%s by "%s": %j', (text, sought, expected) => {
  expect(marked(text, sought)).toEqual(expected)
})

it('matches are in the order of the conversation, subjects before texts, and those without a text are left out', () => {
  const entries: ConversationEntry[] = [
    { kind: 'day', key: 'one', day: '2026-01-01' },
    entry('a', 'one', 'One more'),
    entry('b', null, 'one'),
    entry('c', 'and one'),
  ]
  expect(messageMatches(entries, 'one').map(({ id, index }) => [id, index])).toEqual([
    ['a subject 0', 1],
    ['a text 0', 1],
    ['c text 4', 3],
  ])
})
