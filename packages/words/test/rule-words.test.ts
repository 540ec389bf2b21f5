import { daysOfYears, recordedRules } from '@holdfast/contract'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { ruleInWords, yearsAndDays } from '../src/activities/rule-words.ts'
import { messages } from '../src/en-gb/index.ts'
import type { Translate } from '../src/message.ts'

test.each([
  [0, null],
  [30, null],
  [365, null],
  [366, { years: 1, rest: 0 }],
  [730, null],
  [731, { years: 2, rest: 0 }],
  [1825, null],
  [daysOfYears(5), { years: 5, rest: 0 }],
  [daysOfYears(5) + 30, { years: 5, rest: 30 }],
  [daysOfYears(7), { years: 7, rest: 0 }],
])('%d days are %j', (days, said) => {
  expect(yearsAndDays(days)).toEqual(said)
})

const inEnglish: Translate = (id, values) => String(new IntlMessageFormat(messages[id], 'en-GB').format(values))

test('rules on the trail are sentences, with their conditions', () => {
  const lines = recordedRules({
    payloads: [
      {
        payload_type: 'Call',
        retention_timestamp: 'payload_time',
        delete_after_days: daysOfYears(5),
        destroy_after_days: daysOfYears(5) + 30,
        required_receipts: ['archive', 'ruth.castellan'],
        required_transfers: [],
      },
    ],
    entities: [
      { entity_type: 'GpsData', destroy_after_days: 90 },
      { entity_type: 'AlertData', destroy_after_days: null },
    ],
  })
  expect(lines.map((line) => ruleInWords(line, inEnglish))).toEqual([
    'Call: deleted after 5 years, destroyed after 5 years and 30 days, counted from: The recording, only after archive, ruth.castellan',
    'Positions: destroyed after 90 days',
    'Alerts: kept',
  ])
  expect(ruleInWords('Call payload_ti…', inEnglish)).toBe('Call payload_ti…')
})
