import { expect, test } from 'vitest'
import { recordedParameters } from './recorded-parameters.ts'

test.each(['text', 'search'])('of words that were searched as %s only that there were any is recorded', (name) => {
  const recorded = recordedParameters({ filter: { [name]: 'merger', groups: ['London'] }, limit: 50 })
  expect(recorded).toEqual({ filter: { has_words: true, groups: ['London'] }, limit: 50 })
  expect(recordedParameters({ [name]: 'merger', kinds: ['number'] })).toEqual({ has_words: true, kinds: ['number'] })
})

test('filters without words are recorded as they are', () => {
  const parameters = { filter: { groups: ['London'] }, limit: 50 }
  expect(recordedParameters(parameters)).toEqual(parameters)
})
