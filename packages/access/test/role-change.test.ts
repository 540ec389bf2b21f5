import type { Permission, RoleRules } from '@holdfast/contract'
import { describe, expect, test } from 'vitest'
import { type Access, accessFor, actionsConcerned, changeProblem, compileRoles } from '../src/index.ts'
import { compareRoleChanges } from './role-change-properties.ts'

const role = (rules: Partial<RoleRules>): RoleRules => ({ role_reference: 'Desk', permissions: [], ...rules })
const access = (roles: readonly Partial<RoleRules>[], client = 'acme'): Access =>
  accessFor(compileRoles(roles.map(role), { client }), { address: '10.1.0.1' })
const read: Permission = { actions_matching: 'payloads:read' }
const play: Permission = { actions_matching: 'payloads:play' }
const not = (permission: Permission): Permission => ({ ...permission, is_denied: true })
const inSales = (permission: Permission): Permission => ({ ...permission, conditions: [{ names_matching: 'Sales' }] })

describe('changeProblem', () => {
  test.each<[string, Permission[], Partial<RoleRules> | null, Partial<RoleRules>, string | null]>([
    ['a new role with what its author has', [read], null, { permissions: [read] }, null],
    ['a new role with more', [read], null, { permissions: [read, play] }, '1 payloads:play'],
    ['a permission added', [read], { permissions: [read] }, { permissions: [read, play] }, '1 payloads:play'],
    [
      'a kept permission that its author never had',
      [read],
      { permissions: [play] },
      { permissions: [play, read] },
      null,
    ],
    [
      'a removed permission that its author never had',
      [read],
      { permissions: [play, read] },
      { permissions: [read] },
      null,
    ],
    [
      'a narrowed permission that its author never had',
      [read],
      { permissions: [play] },
      { permissions: [inSales(play)] },
      null,
    ],
    [
      'a permission that its author never had, narrowed to some of its groups',
      [read],
      { permissions: [{ ...play, conditions: [{ names_matching: 'Sales *' }] }] },
      { permissions: [{ ...play, conditions: [{ names_matching: 'Sales EU' }, { keys_matching: 'region' }] }] },
      null,
    ],
    [
      'a permission moved to other groups',
      [read],
      { permissions: [inSales(play)] },
      { permissions: [{ ...play, conditions: [{ names_matching: 'Sales*' }] }] },
      '0 payloads:play',
    ],
    [
      'a permission narrowed by groups and widened by kinds of recordings',
      [read],
      { permissions: [play], payload_types: ['Call'] },
      { permissions: [inSales(play)], payload_types: ['Call', 'SMS'] },
      '0 payloads:play',
    ],
    [
      'a permission narrowed by groups, for more actions',
      [read],
      { permissions: [play] },
      { permissions: [inSales({ actions_matching: 'payloads:*' })] },
      '0 payloads:play',
    ],
    [
      'a permission narrowed whose denial is removed',
      [read],
      { permissions: [play, not(inSales(play))] },
      { permissions: [inSales(play)] },
      'null payloads:play',
    ],
    [
      'an exception added',
      [read],
      { permissions: [play] },
      { permissions: [{ ...play, conditions: [{ names_matching: 'Sales', is_denied: true }] }] },
      null,
    ],
    [
      'an exception limited',
      [read],
      { permissions: [{ ...play, conditions: [{ names_matching: 'Sales*', is_denied: true }] }] },
      { permissions: [{ ...play, conditions: [{ names_matching: 'Sales', is_denied: true }] }] },
      '0 payloads:play',
    ],
    ['a removed denial', [read], { permissions: [read, not(play)] }, { permissions: [read] }, 'null payloads:play'],
    ['a denial of what its author can do', [read], { permissions: [not(read)] }, { permissions: [read] }, null],
    [
      'a denial narrowed',
      [read],
      { permissions: [not(play)] },
      { permissions: [not(inSales(play))] },
      'null payloads:play',
    ],
    ['a denial widened', [read], { permissions: [not(inSales(play))] }, { permissions: [not(play)] }, null],
    ['a denial added', [read], { permissions: [play] }, { permissions: [play, not(play)] }, null],
    [
      'more payload types',
      [read],
      { permissions: [play], payload_types: ['Call'] },
      { permissions: [play] },
      '0 payloads:play',
    ],
    ['fewer payload types', [read], { permissions: [play] }, { permissions: [play], payload_types: ['Call'] }, null],
    [
      'a denial for fewer payload types',
      [read],
      { permissions: [not(play)] },
      { permissions: [not(play)], payload_types: ['Call'] },
      'null payloads:play',
    ],
    [
      'more addresses',
      [read],
      { permissions: [play], cidr_ranges: ['10/8'] },
      { permissions: [play] },
      '0 payloads:play',
    ],
    ['fewer addresses', [read], { permissions: [play] }, { permissions: [play], cidr_ranges: ['10/8'] }, null],
    [
      'a denial from fewer addresses',
      [read],
      { permissions: [not(play)] },
      { permissions: [not(play)], cidr_ranges: ['10/8'] },
      'null payloads:play',
    ],
    [
      'a denial from other addresses',
      [read],
      { permissions: [not(play)], cidr_ranges: ['10/8'] },
      { permissions: [not(play)], cidr_ranges: ['10.1/16'] },
      'null payloads:play',
    ],
    [
      'fields in another order',
      [read],
      { permissions: [{ is_regex: false, ...not(play) }] },
      { permissions: [{ is_denied: true, actions_matching: 'payloads:play', conditions: [] }] },
      null,
    ],
  ])('%s', (_, own, stored, changed, expected) => {
    const problem = changeProblem(access([{ permissions: own }]), stored && role(stored), role(changed))
    expect(problem && `${problem.permission_index} ${problem.action}`).toBe(expected)
  })

  test('people cannot remove a denial that applies to them', () => {
    const own = [{ permissions: [{ actions_matching: '*' }] }, { permissions: [not(inSales(play))] }]
    expect(changeProblem(access(own), role(own[1] ?? {}), role({ permissions: [read] }))?.action).toBe('payloads:play')
  })

  test('a denial with an unreadable range can only be removed by an author who may do what it denies from everywhere', () => {
    const [stored, changed] = [not(play), read].map((one) => role({ permissions: [one], cidr_ranges: ['10.0.0.1/33'] }))
    const change = (own: Partial<RoleRules>) =>
      stored &&
      changed &&
      changeProblem(access([{ permissions: [{ actions_matching: '*' }], ...own }]), stored, changed)
    expect(change({ cidr_ranges: ['10/8'] })?.action).toBe('payloads:play')
    expect(change({})).toBeNull()
  })

  test('removing the denial of everything requires the actions of the provider’s area', () => {
    const author = access([{ permissions: [{ actions_matching: '*' }] }], 'admin')
    const stored = role({ permissions: [not({ actions_matching: '*' })] })
    expect(changeProblem(author, stored, role({ permissions: [read] }))?.action).toBe('internal:clients')
  })
})

describe('changeOfAction', () => {
  test('a change concerns the actions of changed permissions, or of all if payload types or ranges changed', () => {
    const stored = role({ permissions: [read, not(play)] })
    expect(actionsConcerned(stored, stored, 'acme')).toEqual([])
    expect(actionsConcerned(stored, role({ permissions: [not(play), read] }), 'acme')).toEqual([])
    expect(actionsConcerned(stored, role({ permissions: [read] }), 'acme')).toEqual(['payloads:play'])
    expect(actionsConcerned(stored, { ...stored, cidr_ranges: ['10/8'] }, 'acme')).toEqual([
      'payloads:read',
      'payloads:play',
    ])
    expect(actionsConcerned(null, role({ permissions: [read] }), 'acme')).toEqual(['payloads:read'])
  })
})

compareRoleChanges(300)
