import { type AccessDifference, type AccessImpact, payloadTypes } from '@holdfast/contract'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { messages } from '../i18n/en-gb/index.ts'
import { impactInWords } from './impact-in-words.ts'

const intl = createIntl({ locale: 'en-GB', messages })
const t = (id: keyof typeof messages, values?: Record<string, string | number | Date>) =>
  intl.formatMessage({ id }, values)

const difference = (changes: Partial<AccessDifference>): AccessDifference => ({
  action: 'payloads:play',
  payload_types: [...payloadTypes],
  group_count: 1,
  groups: ['London'],
  without_group: false,
  ...changes,
})
const impact = (changes: AccessImpact['changes']): AccessImpact => ({
  exceeds_own: null,
  group_total: 2,
  total: changes.length,
  gaining: changes.length,
  losing: 0,
  changes,
})
const person = (reference: string, gained: AccessDifference[], lost: AccessDifference[] = []) => ({
  kind: 'person' as const,
  reference,
  gained,
  lost,
})

test('people who gain and lose the same are named together, with the place of each action', () => {
  const gained = [
    difference({ payload_types: ['Call'] }),
    difference({ action: 'payloads:read', group_count: 2, groups: ['London', 'Lisbon'] }),
  ]
  const lost = [
    difference({ action: 'tags:read', payload_types: null, group_count: 0, groups: [], without_group: true }),
  ]
  expect(impactInWords(impact([person('dirk', gained, lost), person('dora', gained, lost)]), t)).toEqual([
    'dirk, dora will be able to play or view the content of recordings in the portal (Call) in London; find recordings and read what is known about them in all groups; will no longer be able to see tag definitions in the account',
  ])
})

test('more than six people are counted', () => {
  const [line] = impactInWords(
    impact(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((one) => person(one, [difference({})]))),
    t,
  )
  expect(line).toMatch(/^a, b, c, d, e, f, 2 more will be able to /)
})
