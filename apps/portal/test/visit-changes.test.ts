import { expect, test } from 'vitest'
import { linesOf } from '../src/shared/activities/change-words.ts'

const event = (name: 'role.created' | 'role.updated' | 'role.deleted') => ({
  event: name,
  reference: 'Desk',
  changes: [],
})
const words = (...[of, change]: Parameters<typeof linesOf>) =>
  linesOf(of, change).map(({ label, words }) => [label, words])

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

test('a text is shown before and after', () => {
  expect(
    words(event('role.updated'), { field: 'is_alertable', before: ['false'], after: ['true'], left_off: 0 }),
  ).toEqual([
    ['support.change_before', 'list.no'],
    ['support.change_now', 'list.yes'],
  ])
})

test('a created or deleted record is shown without before or after', () => {
  const permission = { actions_matching: 'devices:read' }
  const made = words(event('role.created'), { field: 'permissions', before: null, after: [permission], left_off: 0 })
  expect(made).toEqual([[null, expect.stringContaining('roles.allow')]])
  const gone = words(event('role.deleted'), { field: 'tag_values', before: ['EMEA'], after: null, left_off: 0 })
  expect(gone).toEqual([[null, 'EMEA']])
})
