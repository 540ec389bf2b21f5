import { expect, it } from 'vitest'
import { parameterFacts } from './parameter-facts.ts'

it('parameters of a call are facts, with the path of those within others', () => {
  const parameters = { filter: { groups: ['London', 'Lisbon'], is_damaged: true }, limit: 50, last_key: null }
  expect(parameterFacts(parameters)).toEqual([
    { label: 'filter.groups', value: 'London, Lisbon' },
    { label: 'filter.is_damaged', value: 'true' },
    { label: 'limit', value: '50' },
  ])
})
