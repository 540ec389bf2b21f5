import type { RoleRules } from '@holdfast/contract'
import { describe, expect, test } from 'vitest'
import { accessFor, actionsAlike, compileRoles, explain, type Group } from '../src/index.ts'

const sales: Group = { group_reference: 'Sales', tags: [{ tag_key: 'region', tag_value: 'EU' }] }
const legal: Group = { group_reference: 'Legal', tags: [{ tag_key: 'region', tag_value: 'UK' }] }

const accessWith = (roles: readonly Partial<RoleRules>[], address = '10.0.0.1', client = 'acme') =>
  accessFor(
    compileRoles(
      roles.map((rules, index) => ({ role_reference: `role ${index}`, permissions: [], ...rules })),
      { client },
    ),
    { address },
  )

describe('a permission without conditions', () => {
  const access = accessWith([{ permissions: [{ actions_matching: 'payloads:*' }, { actions_matching: '*:read' }] }])

  test('allows what its matcher matches, for every group and without one', () => {
    expect(access.can('payloads:play', { group: sales })).toBe(true)
    expect(access.can('groups:read')).toBe(true)
    expect(access.can('groups:write')).toBe(false)
    expect(access.visibility('payloads:play', [sales, legal], ['Call', 'SMS'])).toEqual([
      { payload_types: ['Call', 'SMS'], groups: 'all' },
    ])
  })

  test('is overridden by a denial in any role', () => {
    const denied = accessWith([
      { permissions: [{ actions_matching: '*' }] },
      { permissions: [{ actions_matching: 'payloads:play', is_denied: true }] },
    ])
    expect(denied.can('payloads:play', { group: sales })).toBe(false)
    expect(denied.mayAtAll('payloads:play')).toBe(false)
    expect(denied.can('payloads:read', { group: sales })).toBe(true)
  })
})

describe('conditions', () => {
  test('limit a permission to groups', () => {
    const access = accessWith([
      { permissions: [{ actions_matching: 'payloads:*', conditions: [{ names_matching: 'Sal*' }] }] },
    ])
    expect(access.can('payloads:read', { group: sales })).toBe(true)
    expect(access.can('payloads:read', { group: legal })).toBe(false)
    expect(access.can('payloads:read')).toBe(false)
    expect(access.mayAtAll('payloads:read')).toBe(true)
    expect(access.groupsFor('payloads:read', [legal, sales])).toEqual(['Sales'])
  })

  test('match key and value of the same tag', () => {
    const access = accessWith([
      {
        permissions: [
          { actions_matching: 'payloads:*', conditions: [{ keys_matching: 'region', values_matching: 'UK' }] },
        ],
      },
    ])
    const crossed: Group = {
      group_reference: 'Crossed',
      tags: [
        { tag_key: 'region', tag_value: 'EU' },
        { tag_key: 'office', tag_value: 'UK' },
      ],
    }
    expect(access.groupsFor('payloads:read', [sales, legal, crossed])).toEqual(['Legal'])
  })

  test('with is_denied hold where they otherwise would not', () => {
    const access = accessWith([
      {
        permissions: [{ actions_matching: 'payloads:*', conditions: [{ names_matching: 'Legal', is_denied: true }] }],
      },
    ])
    expect(access.groupsFor('payloads:read', [sales, legal])).toEqual(['Sales'])
  })

  test.each([
    [{ is_denied: true }, []],
    [{ is_denied: false }, ['Sales', 'Legal']],
    [{ is_regex: true }, ['Sales', 'Legal']],
  ])('%j without matchers holds for the groups %j', (condition, groups) => {
    const access = accessWith([{ permissions: [{ actions_matching: 'payloads:*', conditions: [condition] }] }])
    expect(access.groupsFor('payloads:read', [sales, legal])).toEqual(groups)
  })
})

describe('actions that concern no group', () => {
  const equities: Group = { group_reference: 'Eq', tags: [] }
  const conditions = [{ names_matching: 'Eq' }]
  const nouns = ['roles', 'tags', 'account', 'support_access']

  test('are not allowed by permissions that are limited to groups, whichever group is asked about', () => {
    const access = accessWith([
      { permissions: [...nouns, 'apps'].map((noun) => ({ actions_matching: `${noun}:*`, conditions })) },
    ])
    expect(access.actions()).toEqual(['apps:read', 'apps:write'])
    expect(access.can('roles:read', { group: equities })).toBe(false)
    expect(access.groupsFor('tags:read', [equities])).toEqual([])
  })

  test('are not denied by such permissions either', () => {
    const permissions = [{ actions_matching: '*' }, { actions_matching: '*', is_denied: true, conditions }]
    const access = accessWith([{ permissions }])
    expect(access.can('account:write', { group: equities })).toBe(true)
    expect(access.can('groups:read', { group: equities })).toBe(false)
  })

  test('are explained as concerning none', () => {
    const rules = { role_reference: 'Eq', permissions: [{ actions_matching: '*', conditions }] }
    const roles = compileRoles([rules], { client: 'acme' })
    const situation = { action: 'roles:read' as const, group: equities, address: '10.0.0.1' }
    expect(explain(roles, situation)).toMatchObject({
      allowed: false,
      deciding: null,
      considered: [{ outcome: 'concerns_no_group' }],
    })
  })

  test('are kept apart from actions that concern one, although the same permissions cover them', () => {
    const { roles } = accessWith([{ permissions: [{ actions_matching: '*', conditions }] }])
    expect(actionsAlike(['devices:read', 'roles:read', 'tags:read'], [roles])).toEqual([
      ['devices:read'],
      ['roles:read', 'tags:read'],
    ])
  })
})

describe('the provider’s area', () => {
  test('is not opened by `*`, and never to a customer', () => {
    const star = [{ permissions: [{ actions_matching: '*' }] }]
    const named = [{ permissions: [{ actions_matching: 'internal:*' }] }]
    expect(accessWith(star).can('internal:keys')).toBe(false)
    expect(accessWith(named).can('internal:keys')).toBe(false)
    expect(accessWith(star, '10.0.0.1', 'admin').can('internal:keys')).toBe(false)
    expect(accessWith(named, '10.0.0.1', 'admin').can('internal:keys')).toBe(true)
  })
})
