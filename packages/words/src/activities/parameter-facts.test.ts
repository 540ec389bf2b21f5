import { expect, it } from 'vitest'
import { messages } from '../en-gb/index.ts'
import { parameterFacts } from './parameter-facts.ts'

const texts: Readonly<Record<string, string>> = messages

it('parameters of a call are facts in words, those within others too', () => {
  const filter = { groups: ['London', 'Lisbon'], is_damaged: true, payload_types: ['SMS', 'Photo'] }
  expect(parameterFacts({ filter, limit: 50, last_key: null }, (id) => texts[id])).toEqual([
    { label: 'Groups', value: 'London, Lisbon' },
    { label: 'Damaged', value: 'Yes' },
    { label: 'Kinds', value: 'SMS, Photo' },
    { label: 'Entries at once', value: '50' },
  ])
})
