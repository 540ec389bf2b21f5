import { expect, it } from 'vitest'
import { messages } from '../en-gb/index.ts'
import { factInWords } from './fact-words.ts'

const texts: Readonly<Record<string, string>> = messages

it('a filter of the trail is its fields in words', () => {
  const filter = JSON.stringify({ groups: ['London', 'Desk: 2'], is_damaged: true, payload_types: ['SMS'] })
  const words = factInWords(
    'filter',
    filter,
    (id) => texts[id] ?? id,
    (id) => texts[id],
  )
  expect(words).toBe('Groups: London, Desk: 2; Damaged: Yes; Kinds: SMS')
  expect(
    factInWords(
      'filter',
      '{"groups":["Lon',
      (id) => id,
      (id) => texts[id],
    ),
  ).toBe('{"groups":["Lon')
})
