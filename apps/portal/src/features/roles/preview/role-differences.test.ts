import type { RoleFields } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { alikeRules, differencesOf } from './role-differences.ts'

const before: RoleFields = {
  permissions: [
    { actions_matching: 'payloads:read' },
    { actions_matching: 'payloads:play', conditions: [{ names_matching: 'London' }] },
  ],
  payload_types: null,
  cidr_ranges: null,
  alert_permissions: [],
  is_alertable: false,
  description: 'Listens',
  test_cases: [],
}

test('a change tells which permissions were added and removed, and which fields have another value', () => {
  const after: RoleFields = {
    ...before,
    permissions: [{ actions_matching: 'payloads:read' }, { actions_matching: 'devices:read' }],
    description: null,
  }
  expect(differencesOf(before, after)).toMatchObject({
    added: [{ patterns: ['devices:read'], conditions: [] }],
    removed: [{ patterns: ['payloads:play'], conditions: [{ names_matching: 'London' }] }],
    changed: [{ title: 'roles.description', from: 'Listens', to: '' }],
  })
})

test('the same permissions in another order are no difference', () => {
  const after = { ...before, permissions: before.permissions.toReversed() }
  expect(differencesOf(before, after)).toEqual({ added: [], removed: [], changed: [] })
})

test('the same actions that were added in several groups are told once, with all of these groups', () => {
  const inEach = ['London', 'Lisbon'].flatMap((group) =>
    ['devices:read', 'devices:block'].map((actions_matching) => ({
      actions_matching,
      conditions: [{ names_matching: group }],
    })),
  )
  const { added } = differencesOf(before, { ...before, permissions: [...before.permissions, ...inEach] })
  expect(alikeRules(added)).toMatchObject([
    [{ patterns: ['devices:read', 'devices:block'] }, { conditions: [{ names_matching: 'Lisbon' }] }],
  ])
})
