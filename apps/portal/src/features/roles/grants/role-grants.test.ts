import { type Action, allActions, type Condition, type Permission } from '@holdfast/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withActions, withFurtherRules, withMatrixOf } from './edit-grants.ts'
import { grantsOf } from './read-grants.ts'
import { furtherRules, isAllowed, permissionsOfGrants, placesOfFurtherRules } from './role-grants.ts'
import { fieldsOfRole, valuesOfRole } from './role-values.ts'

const roleOf = (permissions: Permission[]) => ({
  ...fieldsOfRole({ ...valuesOfRole(null), role_reference: 'Any' }),
  role_reference: 'Any',
  is_system: false,
  member_count: 0,
  app_count: 0,
  updated_at: '2026-01-01T00:00:00.000Z',
  updated_by: null,
  version: 1,
  permissions,
})
const saved = (permissions: Permission[]) => fieldsOfRole(valuesOfRole(roleOf(permissions))).permissions

const london: Condition[] = [{ names_matching: 'London' }]
const rates: Condition[] = [{ keys_matching: 'desk', values_matching: 'Rates' }]
const within = (conditions: Condition[], ...actions: string[]): Permission[] =>
  actions.map((actions_matching) => ({ actions_matching, conditions }))

const condition = fc.constantFrom<Condition>(
  { names_matching: 'London' },
  { keys_matching: 'desk', values_matching: 'Rates' },
  { names_matching: 'A.*', is_regex: true },
  { names_matching: 'London', is_denied: true },
)
const matcher = fc.constantFrom(...allActions, 'payloads:*', 'roles:*', '*', 'payloads:pl?y', 'no:thing')
const permission = fc.record(
  {
    actions_matching: matcher,
    is_denied: fc.constant(true),
    is_regex: fc.constant(true),
    conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: ['actions_matching'] },
)
/** Roles as people make them: the same actions for one or several groups, and anything else between. */
const permissions = fc
  .array(
    fc.oneof(
      fc.array(permission, { maxLength: 4 }),
      fc
        .tuple(fc.uniqueArray(matcher, { maxLength: 6 }), fc.uniqueArray(condition, { maxLength: 3 }))
        .map(([actions, groups]) =>
          groups.length === 0
            ? actions.map((actions_matching) => ({ actions_matching }))
            : groups.flatMap((one) => within([one], ...actions)),
        ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.flat())

describe('any role in the editor', () => {
  test('stays as it is if nobody edits it', () => {
    fc.assert(
      fc.property(permissions, (stored) => {
        expect(saved(stored)).toEqual(stored)
      }),
    )
  })

  test('keeps every other action and every further rule while one action is ticked or unticked', () => {
    fc.assert(
      fc.property(permissions, fc.constantFrom(...allActions), fc.boolean(), (stored, action, isTicked) => {
        const before = grantsOf(stored)
        const after = { ...before, rules: withActions(before, [action], isTicked) }
        expect(isAllowed(after, action)).toBe(isTicked)
        const others = (one: Action) => one !== action
        expect(allActions.filter(others).filter((one) => isAllowed(after, one))).toEqual(
          allActions.filter(others).filter((one) => isAllowed(before, one)),
        )
        expect(furtherRules(after)).toEqual(furtherRules(before))
      }),
    )
  })

  test('has the places of its further rules among all permissions', () => {
    fc.assert(
      fc.property(permissions, (stored) => {
        const grants = grantsOf(stored)
        const all = permissionsOfGrants(grants).map(({ actions_matching }) => actions_matching)
        const places = placesOfFurtherRules(grants)
        expect(places.map((place) => all[place])).toEqual(furtherRules(grants).map(({ patterns }) => patterns[0]))
      }),
    )
  })
})

describe('the groups of a role', () => {
  test('are those that all of its permissions name, also several', () => {
    const stored = [
      ...within(london, 'payloads:read', 'payloads:play'),
      ...within(rates, 'payloads:read', 'payloads:play'),
    ]
    const { scope, rules } = grantsOf(stored)
    expect(scope).toMatchObject([london, rates])
    expect(rules).toEqual([{ reach: 'groups', patterns: ['payloads:read', 'payloads:play'] }])
  })

  test('leave out what concerns the account as a whole', () => {
    const stored = [
      ...within(london, 'payloads:read'),
      { actions_matching: 'tags:read' },
      ...within(london, 'groups:read'),
    ]
    const { scope, rules } = grantsOf(stored)
    expect(scope).toMatchObject([london])
    expect(rules).toMatchObject([
      { reach: 'groups' },
      { reach: 'account', patterns: ['tags:read'] },
      { reach: 'groups' },
    ])
  })

  test('are not those of a minority: such rules stand beside the matrix', () => {
    const stored = Array.from({ length: 30 }, (_, number) =>
      within([{ names_matching: `Desk ${number}` }], 'groups:read'),
    )
    const grants = grantsOf(stored.flat())
    expect(grants.scope).toBeNull()
    expect(furtherRules(grants)).toHaveLength(30)
  })

  test('apply to an action that is ticked later, but not to one of the account', () => {
    const grants = grantsOf(within(london, 'payloads:read'))
    const rules = withActions(grants, ['payloads:play', 'roles:read'], true)
    expect(permissionsOfGrants({ ...grants, rules })).toMatchObject([
      { actions_matching: 'payloads:read', conditions: london },
      { actions_matching: 'payloads:play', conditions: london },
      { actions_matching: 'roles:read', conditions: [] },
    ])
  })
})

test('one action less than all of a noun leaves the others', () => {
  const grants = grantsOf([{ actions_matching: 'devices:*' }])
  const rules = withActions(grants, ['devices:command'], false)
  expect(rules).toEqual([
    { reach: 'groups', patterns: ['devices:read', 'devices:add', 'devices:deactivate', 'devices:delete'] },
  ])
})

test('a template replaces the matrix and keeps the further rules', () => {
  const grants = grantsOf([{ actions_matching: 'devices:*' }, { actions_matching: 'audit:*', is_denied: true }])
  const rules = withMatrixOf(grants, ['payloads:read'])
  expect(permissionsOfGrants({ ...grants, rules })).toMatchObject([
    { actions_matching: 'audit:*', is_denied: true },
    { actions_matching: 'payloads:read' },
  ])
})

test('a further rule that is removed or added leaves the others in their places', () => {
  const grants = grantsOf([
    { actions_matching: '*', is_denied: true },
    { actions_matching: 'devices:read' },
    { actions_matching: 'x:y' },
  ])
  const [, last] = furtherRules(grants)
  const rules = withFurtherRules(grants, last ? [last] : [])
  expect(permissionsOfGrants({ ...grants, rules }).map(({ actions_matching }) => actions_matching)).toEqual([
    'devices:read',
    'x:y',
  ])
})
