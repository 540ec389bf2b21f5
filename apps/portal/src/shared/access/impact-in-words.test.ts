import { type AccessDifference, type AccessImpact, payloadTypes } from '@holdfast/contract'
import { messages } from '@holdfast/words/en-gb'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
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
const payloadActions = [
  'payloads:play',
  'payloads:read',
  'payloads:download',
  'payloads:update',
  'payloads:delete',
  'payloads:restore',
  'comments:read',
] as const
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
  const lines = impactInWords(impact([person('dirk', gained, lost), person('dora', gained, lost)]), t)
  expect(lines.map(({ words }) => words)).toEqual([
    'dirk, dora will be able to play or view the content of recordings in the portal (Call) in London; find recordings and read what is known about them in all groups; will no longer be able to see tag definitions in the account',
  ])
})

test('more than six people are counted', () => {
  const [line] = impactInWords(
    impact(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((one) => person(one, [difference({})]))),
    t,
  )
  expect(line?.words).toMatch(/^a, b, c, d, e, f, 2 more will be able to /)
})

test('more than six actions in one place are counted and listed', () => {
  const many = payloadActions.map((action) => difference({ action }))
  const gained = [...many, difference({ action: 'tags:read', payload_types: null, group_count: 0, groups: [] })]
  const [sentence, counted, ...others] = impactInWords(impact([person('dirk', gained)]), t)
  expect(sentence).toEqual({ words: 'dirk will be able to see tag definitions in the account', actions: [] })
  expect(counted?.words).toBe('dirk will be able to do 7 things in London')
  expect(counted?.actions).toEqual(many.map(({ action }) => messages[`action.${action}`]))
  expect(others).toEqual([])
})
