import { trailRow, type WholeEntry } from '@holdfast/words'
import { expect, test } from 'vitest'
import { languageOf } from './index.ts'

const details = trailRow.find(({ title }) => title === 'trail_file.details')

test('a file of the trail says of a destruction its run, rules and people', () => {
  const facts = {
    continued_by: 'anna',
    destroyed: 4,
    policy_version: 1,
    requested_by: 'olga',
    rules: 'Call payload_time 10/60, SMS payload_time –/90',
    run_id: '01K7QJ0Q6M8J5V6X2S4N9T3B1C',
  }
  const entry = {
    events: [{ event: 'payload.destroyed', reference: null, changes: [], facts, played: null }],
  } as unknown as WholeEntry
  expect(details?.cellOf(entry, languageOf('en-GB')).split('\n')).toEqual([
    'Let go on by: anna',
    'Destroyed: 4',
    'Version of the policy: 1',
    'Requested by: olga',
    'Rules: Call: deleted after 10 days, destroyed after 60 days, counted from: The recording; SMS: destroyed after 90 days, counted from: The recording',
    'Run: 01K7QJ0Q6M8J5V6X2S4N9T3B1C',
  ])
})
