import type { Permission } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { permissionsOf, rulesOf } from './rule-values.ts'

const london = [{ names_matching: 'London' }]
const permissions: Permission[] = [
  { actions_matching: 'payloads:read', conditions: london },
  { actions_matching: 'payloads:play', conditions: london },
  { actions_matching: 'groups:*' },
  { actions_matching: 'groups:write', is_denied: true },
  { actions_matching: 'users:.*', is_regex: true },
  { actions_matching: 'users:read' },
]

test('permissions with the same groups and effect are one rule with several patterns', () => {
  const rules = rulesOf(permissions)
  expect(rules.map(({ patterns }) => patterns)).toEqual([
    ['payloads:read', 'payloads:play'],
    ['groups:*'],
    ['groups:write'],
    ['users:.*'],
    ['users:read'],
  ])
})

test('rules give the same permissions in the same order', () => {
  const given = rulesOf(permissions).flatMap(permissionsOf)
  expect(given).toMatchObject(permissions)
  expect(given).toHaveLength(permissions.length)
})

test('a rule has a limited number of patterns', () => {
  const many = Array.from({ length: 45 }, (_, place) => ({ actions_matching: `noun${place}:read` }))
  expect(rulesOf(many).map(({ patterns }) => patterns.length)).toEqual([20, 20, 5])
})
