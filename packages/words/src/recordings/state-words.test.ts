import { expect, test } from 'vitest'
import { stateWords } from './state-words.ts'

test('the content of a legacy recording is not on a device', () => {
  expect(stateWords({ payload_state: 'Recorded', is_legacy: false })).toBe('state.Recorded')
  expect(stateWords({ payload_state: 'Recorded', is_legacy: true })).toBe('payload.not_imported')
  expect(stateWords({ payload_state: 'Processed', is_legacy: true })).toBe('state.Processed')
})
