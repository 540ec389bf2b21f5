import { type Action, payloadTypes } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { AccountWithRoles, refusal, testCase } from '../../../test/account-with-roles.ts'

const everywhere = (action: Action) => ({
  action,
  payload_types: action.startsWith('payloads:') ? [...payloadTypes] : null,
  group_count: 3,
  groups: ['Lisbon', 'London', 'Porto'],
  without_group: true,
})

let account: AccountWithRoles
beforeAll(async () => {
  account = await AccountWithRoles.open()
})
afterAll(() => account.close())

describe('POST /roles/{role_reference}/preview', () => {
  it('says which actions a draft allows in which groups', async () => {
    const permissions = [
      { actions_matching: 'payloads:(read|play)', is_regex: true, conditions: [{ names_matching: 'L*' }] },
      { actions_matching: 'roles:read' },
      { actions_matching: '(tags|account):.*', is_regex: true, conditions: [{ names_matching: 'L*' }] },
      { actions_matching: 'gps:read', conditions: [{ names_matching: 'Madrid' }] },
    ]
    const { reach, group_total } = await account.preview('Draft', {
      permissions,
      payload_types: ['Call'],
      cidr_ranges: ['10/8'],
    })
    const inL = { group_count: 2, groups: ['Lisbon', 'London'], without_group: false }
    expect(group_total).toBe(3)
    expect(reach.map((row) => ({ ...row, groups: [...row.groups].sort() }))).toEqual([
      { action: 'payloads:read', payload_types: ['Call'], ...inL },
      { action: 'payloads:play', payload_types: ['Call'], ...inL },
      {
        action: 'roles:read',
        payload_types: null,
        group_count: 0,
        groups: [],
        without_group: true,
      },
      { action: 'gps:read', payload_types: null, group_count: 0, groups: [], without_group: false },
    ])
  })

  it('says how many actions each permission covers, and what was probably meant by one that covers none', async () => {
    const permissions = [{ actions_matching: 'groups:*' }, { actions_matching: 'group:reed', is_denied: true }]
    expect((await account.preview('Draft', { permissions })).pattern_matches).toEqual([
      { actions_matching: 'groups:*', is_regex: false, is_denied: false, action_count: 2, probably: null },
      { actions_matching: 'group:reed', is_regex: false, is_denied: true, action_count: 0, probably: 'groups:read' },
    ])
  })

  it('says who would gain and lose what, with all their roles taken together', async () => {
    await account.saved('Desk', 0, {
      permissions: [{ actions_matching: 'payloads:play' }, { actions_matching: 'payloads:read' }],
    })
    await account.signIn('dora', 'Desk')
    await account.signIn('dana', 'Desk', 'Reviewer')
    await account.signIn('gone', 'Desk')
    await account.server.setActive('northwind', 'gone', false)
    const { members, exceeds_own } = await account.preview('Desk', { permissions: [{ actions_matching: 'gps:read' }] })
    expect(members).toEqual({
      total: 2,
      gaining: 2,
      losing: 1,
      changes: [
        { user_reference: 'dana', display_name: 'dana', gained: [everywhere('gps:read')], lost: [] },
        {
          user_reference: 'dora',
          display_name: 'dora',
          gained: [everywhere('gps:read')],
          lost: [everywhere('payloads:read'), everywhere('payloads:play')],
        },
      ],
    })
    expect(exceeds_own).toMatchObject({ permission_index: 0, action: 'gps:read' })
    expect((await account.get('Desk')).version).toBe(1)
  })

  it('counts what limits would take away, and reports nothing when nothing changes', async () => {
    const fields = { permissions: [{ actions_matching: 'payloads:play' }, { actions_matching: 'payloads:read' }] }
    expect((await account.preview('Desk', fields)).members).toEqual({ total: 2, gaining: 0, losing: 0, changes: [] })
    const lost = [
      { user_reference: 'dora', gained: [], lost: [{ action: 'payloads:read' }, { action: 'payloads:play' }] },
    ]
    for (const limits of [{ cidr_ranges: ['10/8'] }, { payload_types: ['Call' as const] }]) {
      expect((await account.preview('Desk', { ...fields, ...limits })).members).toMatchObject({
        gaining: 0,
        losing: 1,
        changes: lost,
      })
    }
  })

  it('says in which groups somebody gains and loses an action when one group replaces another', async () => {
    const play = (group: string) => ({
      permissions: [{ actions_matching: 'payloads:play', conditions: [{ names_matching: group }] }],
      payload_types: ['Call' as const],
    })
    await account.saved('One desk', 0, play('London'))
    await account.signIn('lara', 'One desk')
    const { members } = await account.preview('One desk', play('Lisbon'))
    const inGroup = (group: string) => ({
      action: 'payloads:play',
      payload_types: ['Call'],
      group_count: 1,
      groups: [group],
      without_group: false,
    })
    expect(members.changes).toEqual([
      { user_reference: 'lara', display_name: 'lara', gained: [inGroup('Lisbon')], lost: [inGroup('London')] },
    ])
  })

  it('counts people whose identity names a role that does not exist yet', async () => {
    await account.signIn('early', 'Not yet')
    expect((await account.preview('Not yet', {})).members).toMatchObject({ total: 1, gaining: 1, losing: 0 })
  })

  it('counts staff who visit with the role, within the limits of a visit', async () => {
    const { server, tokens } = account
    const permissions = [{ actions_matching: 'payloads:read' }]
    await account.saved('Helpers', 0, { permissions })
    const desk = await SupportDesk.open(server, 'northwind', tokens.olga)
    const request = await desk.approved('Helpers')
    const fields = { permissions: [{ actions_matching: '(gps:read|support_access:decide)', is_regex: true }] }
    expect((await account.preview('Helpers', fields)).members).toEqual({
      total: 1,
      gaining: 1,
      losing: 1,
      changes: [
        {
          user_reference: 'admin/marc',
          display_name: null,
          gained: [everywhere('gps:read')],
          lost: [everywhere('payloads:read')],
        },
      ],
    })
    await desk.age(request, 2)
    expect((await account.preview('Helpers', fields)).members).toMatchObject({ total: 0, changes: [] })
  })

  it('says why a draft cannot be saved, and then evaluates nothing', async () => {
    const { problems, reach, test_results } = await account.preview('Draft', {
      permissions: [{ actions_matching: '*' }, { actions_matching: '(', is_regex: true }],
      test_cases: [{ ...testCase, is_allowed: true }],
    })
    expect(problems).toMatchObject([{ path: '/permissions/1/actions_matching' }])
    expect([reach, test_results]).toEqual([[], []])
  })

  it('names the first action that its author could not grant', async () => {
    const { exceeds_own } = await account.preview(
      'Draft',
      { permissions: [{ actions_matching: 'payloads:*' }] },
      'adam',
    )
    expect(exceeds_own).toMatchObject({ permission_index: 0, action: 'payloads:play' })
  })
})

describe('test cases of a role', () => {
  const permissions = [{ actions_matching: 'payloads:*', conditions: [{ names_matching: 'L*' }] }]
  const cases = [
    { ...testCase, group_reference: 'London', is_allowed: true },
    { ...testCase, group_reference: 'Porto', is_allowed: false },
    { ...testCase, group_reference: 'Luton', description: 'a group that is not there', is_allowed: false },
    { ...testCase, group_reference: 'London', payload_type: 'SMS' as const, is_allowed: false },
    { ...testCase, group_reference: 'London', address: '10.1.2.3', is_allowed: true },
    { ...testCase, group_reference: 'London', address: '8.8.8.8', is_allowed: false },
  ]
  const fields = { permissions, payload_types: ['Call' as const], cidr_ranges: ['10/8'], test_cases: cases }

  it('are saved when they hold', async () => {
    expect((await account.saved('Tested', 0, fields)).test_cases).toEqual(cases)
    expect((await account.preview('Tested', fields)).test_results).toEqual(cases.map(() => true))
  })

  it('prevent a change that breaks them, and the error names them', async () => {
    const wrong = { ...fields, permissions: [{ actions_matching: 'payloads:*' }] }
    expect(await refusal(account.put('Tested', 1, wrong))).toMatchObject({
      status: 409,
      code: 'role.test_cases_fail',
      details: { total: 1, failing: [1] },
    })
    expect((await account.preview('Tested', wrong)).test_results).toEqual([true, false, true, true, true, true])
    expect((await account.get('Tested')).version).toBe(1)
  })
})
