import { type Action, actions, allActions, type Permission, type RoleRules } from '@holdfast/contract'
import { describe, expect, test } from 'vitest'
import { accessFor, checkRole, compileRoles, grantProblem, systemRolesOf } from '../src/index.ts'

const role = (rules: Partial<RoleRules>): RoleRules => ({ role_reference: 'Role', permissions: [], ...rules })

describe('checkRole', () => {
  test.each<[string, Partial<RoleRules>, string[]]>([
    ['a good role', { permissions: [{ actions_matching: '*' }] }, []],
    ['no permission', {}, ['/permissions']],
    [
      'regexes that do not compile',
      {
        permissions: [
          { actions_matching: '(' },
          {
            actions_matching: '(',
            is_regex: true,
            conditions: [
              { names_matching: 'ok', is_regex: true },
              { keys_matching: '[', values_matching: '(', is_regex: true },
            ],
          },
        ],
      },
      [
        '/permissions/1/actions_matching',
        '/permissions/1/conditions/1/keys_matching',
        '/permissions/1/conditions/1/values_matching',
      ],
    ],
    [
      'a condition without properties',
      { permissions: [{ actions_matching: '*', conditions: [{}] }] },
      ['/permissions/0/conditions/0'],
    ],
    [
      'conditions that are only turned round, or only say that they are regexes',
      { permissions: [{ actions_matching: '*', conditions: [{ is_denied: true }, { is_regex: false }] }] },
      [],
    ],
    [
      'ranges and types',
      {
        permissions: [{ actions_matching: '*' }],
        cidr_ranges: ['10/8', '10.0.0.0/33', '010.0.0.1/8', '10.0.0.1/008'],
        payload_types: ['Call', 'Fax' as 'Call'],
      },
      ['/payload_types/1', '/cidr_ranges/1', '/cidr_ranges/3'],
    ],
    [
      'empty lists',
      { permissions: [{ actions_matching: '*' }], cidr_ranges: [], payload_types: [] },
      ['/payload_types', '/cidr_ranges'],
    ],
    [
      'a regex that is too large',
      { permissions: [{ actions_matching: '[\\pL\\pN]{1,999}x{9,999}', is_regex: true }] },
      ['/permissions/0/actions_matching'],
    ],
    [
      'regexes that are too large in total',
      {
        permissions: Array.from({ length: 40 }, (_, index) => ({
          actions_matching: '*',
          conditions: [{ names_matching: `${index}((a{1,30}){1,10})`, is_regex: true }],
        })),
      },
      ['/permissions/32/conditions/0/names_matching'],
    ],
    [
      'too many conditions',
      {
        permissions: Array.from({ length: 6 }, () => ({
          actions_matching: '*',
          conditions: Array.from({ length: 1000 }, () => ({ names_matching: '*a*' })),
        })),
      },
      ['/permissions'],
    ],
    [
      'a thousand permissions with ordinary regexes',
      {
        permissions: Array.from({ length: 1000 }, (_, index) => ({
          actions_matching: 'payloads:(read|play)',
          is_regex: true,
          conditions: [{ names_matching: `(Desk|Floor) ${index}.*`, is_regex: true }],
        })),
      },
      [],
    ],
  ])('%s', (_, rules, paths) => {
    expect(checkRole(role(rules)).map(({ path }) => path)).toEqual(paths)
  })
})

const actionsOf = (role_reference: string, client = 'acme'): Action[] => {
  const found = systemRolesOf(client).find((one) => one.role_reference === role_reference)
  if (found === undefined) throw new Error(`${client} has no ${role_reference}.`)
  return accessFor(compileRoles([found], { client }), { address: '10.0.0.1' }).actions()
}

const internal = allActions.filter((action) => action.startsWith('internal:'))

describe('system roles', () => {
  test('the Account Administrator does everything but payload content', () => {
    const missing = allActions.filter((action) => !actionsOf('Account Administrator').includes(action))
    expect(missing).toEqual(['payloads:play', 'payloads:download', ...internal])
  })

  test.each<[string, Action[], Action[]]>([
    [
      'Compliance Officer',
      ['payloads:play', 'payloads:download', 'legal_holds:release', 'roles:write'],
      ['devices:command'],
    ],
    [
      'Reviewer',
      ['payloads:play', 'comments:write'],
      ['payloads:download', 'audit:export', 'payloads:delete', 'roles:read'],
    ],
    ['Exporter', ['payloads:download', 'transfers:run', 'audit:export'], ['payloads:delete', 'transfers:write']],
    ['Device Manager', ['devices:command', 'gps:read'], ['payloads:read', 'payloads:play', 'roles:read']],
  ])('%s', (reference, may, mayNot) => {
    const allowed = actionsOf(reference)
    expect(allowed).toEqual(expect.arrayContaining(may))
    expect(allowed.filter((action) => mayNot.includes(action))).toEqual([])
  })

  test('the Auditor only reads the trail and transfers', () => {
    expect(actionsOf('Auditor')).toEqual(['audit:read', 'transfers:read'])
  })

  test('only the provider’s roles open the provider’s area', () => {
    expect(actionsOf('Internal Administrator', 'admin')).toEqual(expect.arrayContaining(internal))
    expect(actionsOf('Internal Support', 'admin')).toEqual(
      expect.arrayContaining(['internal:clients', 'internal:support'] satisfies Action[]),
    )
    for (const { role_reference } of systemRolesOf('acme')) {
      expect(actionsOf(role_reference).filter((action) => internal.includes(action))).toEqual([])
      expect(actionsOf(role_reference, 'admin').filter((action) => internal.includes(action))).toEqual([])
    }
    expect(systemRolesOf('acme').map(({ role_reference }) => role_reference)).not.toContain('Internal Administrator')
  })

  test('pass the check, and name only actions that exist', () => {
    for (const one of systemRolesOf('admin')) {
      expect(checkRole(one)).toEqual([])
      for (const { actions_matching } of one.permissions) {
        if (!actions_matching.includes('*')) expect(actions).toHaveProperty([actions_matching])
      }
    }
  })
})

describe('grantProblem', () => {
  const named = (actions_matching: string, names_matching: string): Permission => ({
    actions_matching,
    conditions: [{ names_matching }],
  })
  const read: Permission = { actions_matching: 'payloads:read' }

  test.each<[string, Partial<RoleRules>[], Partial<RoleRules>, Action | null]>([
    ['the same', [{ permissions: [read] }], { permissions: [read] }, null],
    ['a group of all', [{ permissions: [read] }], { permissions: [named('payloads:read', 'Sales')] }, null],
    ['all of a group', [{ permissions: [named('payloads:read', 'Sales')] }], { permissions: [read] }, 'payloads:read'],
    [
      'narrower',
      [{ permissions: [named('payloads:*', 'Sales*')] }],
      { permissions: [named('payloads:play', 'Sales EU*')] },
      null,
    ],
    [
      'another',
      [{ permissions: [named('payloads:*', 'Sales*')] }],
      { permissions: [named('payloads:play', 'Legal')] },
      'payloads:play',
    ],
    [
      'wider actions',
      [{ permissions: [read] }],
      { permissions: [{ actions_matching: 'payloads:*' }] },
      'payloads:play',
    ],
    [
      'without the granter’s denial',
      [{ permissions: [read, { ...named('*', 'Board'), is_denied: true }] }],
      { permissions: [read] },
      'payloads:read',
    ],
    [
      'with the granter’s denial',
      [{ permissions: [read, { ...named('*', 'Board'), is_denied: true }] }],
      { permissions: [read, { ...named('payloads:*', 'Board*'), is_denied: true }] },
      null,
    ],
    [
      'where the granter’s denial does not apply',
      [{ permissions: [read, { ...named('*', 'Board'), is_denied: true }] }],
      { permissions: [named('payloads:read', 'Sales')] },
      null,
    ],
    [
      'one more payload type',
      [{ permissions: [read], payload_types: ['Call'] }],
      { permissions: [read] },
      'payloads:read',
    ],
    ['one payload type less', [{ permissions: [read] }], { permissions: [read], payload_types: ['Call'] }, null],
    [
      'from anywhere, by a granter limited to an office',
      [{ permissions: [read], cidr_ranges: ['10/8'] }],
      { permissions: [read] },
      'payloads:read',
    ],
    [
      'from a part of the office',
      [{ permissions: [read], cidr_ranges: ['10/8'] }],
      { permissions: [read], cidr_ranges: ['10.1/16'] },
      null,
    ],
    [
      'permissions that are not live now',
      [{ permissions: [read], cidr_ranges: ['192.168/16'] }],
      { permissions: [read], cidr_ranges: ['192.168.1/24'] },
      'payloads:read',
    ],
    [
      'the provider’s area, which a customer’s role can’t open',
      [{ permissions: [read] }],
      { permissions: [read, { actions_matching: 'internal:*' }] },
      null,
    ],
  ])('%s', (_, own, granted, expected) => {
    const access = accessFor(compileRoles(own.map(role), { client: 'acme' }), { address: '10.1.0.1' })
    expect(grantProblem(access, role(granted))?.action ?? null).toBe(expected)
  })

  test('an Account Administrator can grant what they can do, but not playing', () => {
    const roles = systemRolesOf('acme')
    const [administrator] = roles
    if (administrator === undefined) throw new Error('There is no administrator.')
    const access = accessFor(compileRoles([administrator], { client: 'acme' }), { address: '10.0.0.1' })
    const refused = roles
      .filter((one) => grantProblem(access, one) !== null)
      .map(({ role_reference }) => role_reference)
    expect(refused).toEqual(['Compliance Officer', 'Reviewer', 'Exporter'])
    expect(grantProblem(access, role({ permissions: [{ actions_matching: '*' }] }))).toMatchObject({
      permission_index: 0,
      action: 'payloads:play',
      payload_type: 'AbortedCall',
    })
  })
})
