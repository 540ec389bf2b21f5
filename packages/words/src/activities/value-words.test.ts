import { expect, it } from 'vitest'
import { messages } from '../en-gb/index.ts'
import { valueInWords } from './value-words.ts'

const texts: Readonly<Record<string, string>> = messages

it('a filter of the trail is its fields in words', () => {
  const filter = 'groups: London, Desk: 2\nis_damaged: true\npayload_types: SMS\nsomething else'
  expect(valueInWords('filter', filter, (id) => texts[id])).toBe(
    'Groups: London, Desk: 2; Damaged: Yes; Kinds: SMS; something else',
  )
})
