import { expect, test } from 'vitest'
import { recordedParameters } from './recorded-parameters.ts'

test('of words that were searched only that there were any is recorded', () => {
  const recorded = recordedParameters({ filter: { text: 'merger', groups: ['London'] }, limit: 50 })
  expect(recorded).toEqual({ filter: { has_words: true, groups: ['London'] }, limit: 50 })
})
