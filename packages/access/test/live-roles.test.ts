import type { Permission, RoleRules } from '@holdfast/contract'
import { describe, expect, test } from 'vitest'
import { accessFor, compileRoles, explain, type Group } from '../src/index.ts'

const everything: Permission = { actions_matching: '*' }
const sales: Group = { group_reference: 'Sales', tags: [] }

const role = (rules: Partial<RoleRules>): RoleRules => ({ role_reference: 'Role', permissions: [everything], ...rules })
const compiled = (...roles: readonly RoleRules[]) => compileRoles(roles, { client: 'acme' })
const mayRead = (roles: readonly RoleRules[], address: string, account_cidr_ranges?: readonly string[] | null) =>
  accessFor(compiled(...roles), { address, account_cidr_ranges }).can('groups:read')

describe('addresses', () => {
  const office = role({ cidr_ranges: ['10/8'] })

  test.each([
    ['10.9.9.9', true],
    ['::ffff:10.9.9.9', true],
    ['11.0.0.1', false],
    ['010.9.9.9', false],
    ['2001:db8::1', false],
    ['', false],
  ])('a role limited to 10/8 is live from %j: %s', (address, expected) => {
    expect(mayRead([office], address)).toBe(expected)
  })

  test('nothing is allowed from an unreadable address, not even by a role without ranges', () => {
    expect(mayRead([role({})], 'unknown')).toBe(false)
    expect(mayRead([role({})], '8.8.8.8')).toBe(true)
  })

  test('the denials of a role that is not live do not apply', () => {
    const denial = role({ permissions: [{ actions_matching: '*', is_denied: true }], cidr_ranges: ['10/8'] })
    expect(mayRead([role({}), denial], '8.8.8.8')).toBe(true)
    expect(mayRead([role({}), denial], '10.0.0.1')).toBe(false)
  })

  test('a role with an unreadable range allows nothing, and its denials apply from everywhere', () => {
    expect(mayRead([role({ cidr_ranges: ['0.0.0.0/33'] })], '10.0.0.1')).toBe(false)
    const denial = role({ permissions: [{ actions_matching: '*', is_denied: true }], cidr_ranges: ['10/33'] })
    expect(mayRead([role({}), denial], '8.8.8.8')).toBe(false)
  })

  test('the ranges of the account limit every role', () => {
    expect(mayRead([role({})], '8.8.8.8', ['10/8'])).toBe(false)
    expect(mayRead([role({})], '10.0.0.1', ['10/8'])).toBe(true)
    expect(mayRead([role({})], '8.8.8.8', [])).toBe(true)
    expect(mayRead([role({})], '8.8.8.8', ['nonsense'])).toBe(false)
  })
})

describe('payload types', () => {
  const calls = role({ payload_types: ['Call'] })
  const access = accessFor(compiled(calls), { address: '10.0.0.1' })

  test('limit payload actions to their types', () => {
    expect(access.can('payloads:play', { group: sales, payload_type: 'Call' })).toBe(true)
    expect(access.can('payloads:play', { group: sales, payload_type: 'SMS' })).toBe(false)
    expect(access.payloadTypes()).toEqual(['Call'])
    expect(access.mayAtAll('payloads:play')).toBe(true)
  })

  test('require a payload action to be allowed for all of them if a question names none', () => {
    expect(access.can('payloads:play', { group: sales })).toBe(false)
    const both = accessFor(compiled(calls, role({})), { address: '10.0.0.1' })
    expect(both.can('payloads:play', { group: sales })).toBe(true)
  })

  test('do not limit other actions', () => {
    expect(access.can('devices:read', { group: sales })).toBe(true)
  })

  test('with the same groups share a row', () => {
    const ofSales: Permission = { actions_matching: 'payloads:*', conditions: [{ names_matching: 'Sales' }] }
    const ofAll = role({ payload_types: ['Photo'] })
    const rows = accessFor(compiled(role({ permissions: [ofSales], payload_types: ['Call', 'SMS', 'Photo'] }), ofAll), {
      address: '10.0.0.1',
    }).visibility('payloads:read', [{ group_reference: 'Legal', tags: [] }, sales])
    expect(rows).toEqual([
      { payload_types: ['Call', 'SMS'], groups: ['Sales'] },
      { payload_types: ['Photo'], groups: 'all' },
    ])
  })
})

describe('a regex that does not compile', () => {
  const caller = { address: '10.0.0.1' }

  test('allows nothing', () => {
    const broken = role({ permissions: [{ actions_matching: '(.*', is_regex: true }] })
    expect(accessFor(compiled(broken), caller).actions()).toEqual([])
    const inCondition: Permission = {
      actions_matching: '*',
      conditions: [{ names_matching: '(', is_regex: true, is_denied: true }],
    }
    expect(accessFor(compiled(role({ permissions: [inCondition] })), caller).can('groups:read', { group: sales })).toBe(
      false,
    )
  })

  test('in a denial counts as matching', () => {
    const denial: Permission = { actions_matching: '(', is_regex: true, is_denied: true }
    expect(accessFor(compiled(role({ permissions: [everything, denial] })), caller).actions()).toEqual([])
    const inCondition: Permission = {
      actions_matching: 'groups:*',
      is_denied: true,
      conditions: [{ names_matching: '(', is_regex: true }, { names_matching: 'Sales' }],
    }
    const access = accessFor(compiled(role({ permissions: [everything, inCondition] })), caller)
    expect(access.can('groups:read', { group: sales })).toBe(false)
    expect(access.can('groups:read', { group: { group_reference: 'Legal', tags: [] } })).toBe(true)
    expect(access.can('devices:read', { group: sales })).toBe(true)
  })
})

test('an explanation names the deciding permission, and why the others do not apply', () => {
  const roles = compiled(
    role({
      role_reference: 'Reviewers',
      permissions: [
        { actions_matching: 'payloads:*', conditions: [{ names_matching: 'Legal' }] },
        { actions_matching: 'payloads:*' },
        { actions_matching: 'groups:read' },
      ],
    }),
    role({
      role_reference: 'Quiet',
      permissions: [{ actions_matching: '*:play', is_denied: true }],
      cidr_ranges: ['10/8'],
    }),
  )
  const situation = { action: 'payloads:play', group: sales, payload_type: 'Call' } as const
  expect(explain(roles, { ...situation, address: '8.8.8.8' })).toEqual({
    allowed: true,
    payload_type: 'Call',
    deciding: { role_reference: 'Reviewers', permission_index: 1, kind: 'allow', outcome: 'applies' },
    considered: [
      { role_reference: 'Reviewers', permission_index: 0, kind: 'allow', outcome: 'conditions_not_met' },
      { role_reference: 'Reviewers', permission_index: 1, kind: 'allow', outcome: 'applies' },
      { role_reference: 'Reviewers', permission_index: 2, kind: 'allow', outcome: 'other_action' },
      { role_reference: 'Quiet', permission_index: 0, kind: 'deny', outcome: 'role_not_live' },
    ],
  })
  expect(explain(roles, { ...situation, address: '10.0.0.1' })).toMatchObject({
    allowed: false,
    deciding: { role_reference: 'Quiet', permission_index: 0, kind: 'deny' },
  })
})
