import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { changeInBrief, linesOf } from '../src/activities/change-words.ts'
import { messages } from '../src/en-gb/index.ts'
import type { Translate } from '../src/message.ts'

const event = (name: 'role.created' | 'role.updated' | 'role.deleted') => ({
  event: name,
  reference: 'Desk',
  changes: [],
})
type Given = Parameters<typeof linesOf>

const inEnglish: Translate = (id, values) => String(new IntlMessageFormat(messages[id], 'en-GB').format(values))
const byId: Translate = (id) => id

const words = (of: Given[0], change: Given[1], t = byId) =>
  linesOf(of, change, t).map(({ label, words }) => [label, words])

test('a list shows removed and added values', () => {
  const change = { field: 'tag_values', before: ['APAC'], after: ['Americas', 'EMEA'], left_off: 0 } as const
  expect(words(event('role.updated'), { ...change, before: [...change.before], after: [...change.after] })).toEqual([
    ['support.change_removed', 'APAC'],
    ['support.change_added', 'Americas'],
    ['support.change_added', 'EMEA'],
  ])
})

test('a limit that was not set is shown as no limit', () => {
  expect(
    words(event('role.updated'), { field: 'cidr_ranges', before: null, after: ['10.0.0.0/8'], left_off: 0 }),
  ).toEqual([
    ['support.change_removed', 'roles.any_network'],
    ['support.change_added', '10.0.0.0/8'],
  ])
})

test('a list that was not set before shows what was added, and nothing as removed', () => {
  const change = { field: 'tag_values', before: null, after: ['EMEA'], left_off: 0 } as const
  expect(words(event('role.updated'), { ...change, after: [...change.after] })).toEqual([
    ['support.change_added', 'EMEA'],
  ])
})

test('a created or deleted record is shown without before or after', () => {
  const permission = { actions_matching: 'devices:read' }
  const made = words(event('role.created'), { field: 'permissions', before: null, after: [permission], left_off: 0 })
  expect(made).toEqual([[null, expect.stringContaining('roles.allow')]])
  const gone = words(event('role.deleted'), { field: 'tag_values', before: ['EMEA'], after: null, left_off: 0 })
  expect(gone).toEqual([[null, 'EMEA']])
})

describe('in English', () => {
  test.each([
    ['is_alertable', ['false'], ['true'], 'from No to Yes'],
    ['is_word_search_on', ['true'], ['false'], 'from Yes to No'],
    ['gps_interval_ms', ['60000'], ['5000'], 'from every 60 seconds to every 5 seconds'],
    ['blocked_reason', null, ['Lost in a taxi'], 'from none to Lost in a taxi'],
  ] as const)('a change of %s from %j to %j says from what to what', (field, before, after, expected) => {
    const change = { field, before: before && [...before], after: [...after], left_off: 0 }
    expect(words(event('role.updated'), change, inEnglish)).toEqual([[null, expected]])
  })

  test('a row of the list tells the first changes of an entry, and how many more there are', () => {
    const change = { field: 'tag_values', before: ['APAC'], after: ['EMEA'], left_off: 1 } as const
    const brief = {
      ...event('role.updated'),
      facts: {},
      played: null,
      more_changes: 2,
      approved_for: null,
      granted: null,
    }
    const changes = [{ ...change, before: [...change.before], after: [...change.after] }]
    expect(changeInBrief({ ...brief, changes }, inEnglish)).toBe('Allowed values: removed APAC; added EMEA and 3 more')
    const moved = { field: 'group', before: ['London'], after: ['Lisbon'], left_off: 0 } as const
    const both = [...changes, { ...moved, before: [...moved.before], after: [...moved.after] }]
    expect(changeInBrief({ ...brief, changes: both, more_changes: 0 }, inEnglish)).toBe(
      'Allowed values: removed APAC; added EMEA · Group: from London to Lisbon and 1 more',
    )
    expect(changeInBrief({ ...brief, event: 'role.created', changes }, inEnglish)).toBeNull()
  })
})
