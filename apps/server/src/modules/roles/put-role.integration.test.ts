import type { PortalEvent, RoleFields } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { waitTimeoutMs } from '../../../../../tests/setup/time-limits.ts'
import { AccountWithRoles, draft, refusal, testCase } from '../../../test/account-with-roles.ts'

let account: AccountWithRoles
beforeAll(async () => {
  account = await AccountWithRoles.open()
})
afterAll(() => account.close())

describe('PUT /roles/{role_reference}', () => {
  it('creates a role, and changes the version that was read', async () => {
    const fields: Partial<RoleFields> = {
      permissions: [
        { actions_matching: 'payloads:*', conditions: [{ names_matching: 'Lon*', is_denied: false }] },
        { actions_matching: 'payloads:(delete|restore)', is_regex: true, is_denied: true },
      ],
      payload_types: ['Call', 'SMS'],
      cidr_ranges: ['10/8', '192.168.0.0/16'],
      alert_permissions: ['ops_read', 'sec_write'],
      is_alertable: true,
      description: 'Who reviews London',
    }
    const created = await account.saved('London reviewers', 0, fields)
    const counts = { member_count: 0, app_count: 0 }
    expect(created).toMatchObject({ ...draft(fields), ...counts, is_system: false, updated_by: 'olga', version: 1 })
    expect(await account.get('London reviewers')).toEqual(created)
    const changed = await account.saved('London reviewers', 1, { ...fields, description: null })
    expect(changed).toEqual({ ...created, description: null, version: 2, updated_at: changed.updated_at })
  })

  it('records on the trail who changed what, with before and after', async () => {
    const version = { access_version: expect.any(Number), holders_digest: expect.any(String) }
    await account.saved('On the trail', 0)
    expect(await account.newestActivity()).toMatchObject({
      user_id: 'olga',
      events: [
        {
          event: 'role.created',
          details: { role_reference: 'On the trail', before: null, after: draft(), ...version },
        },
      ],
    })
    await account.saved('On the trail', 1, { is_alertable: true })
    expect((await account.newestActivity())?.events).toEqual([
      {
        event: 'role.updated',
        details: { role_reference: 'On the trail', before: draft(), after: draft({ is_alertable: true }), ...version },
      },
    ])
  })

  it('refuses an edit of an old version', async () => {
    await account.saved('Edited by two', 0)
    await account.saved('Edited by two', 1, { description: 'first' })
    for (const version of [0, 1, 3]) {
      expect(await refusal(account.put('Edited by two', version, { description: 'second' }))).toMatchObject({
        status: 409,
        code: 'edit.conflict',
      })
    }
    expect((await refusal(account.put('Never there', 1))).code).toBe('edit.conflict')
    expect(await account.get('Edited by two')).toMatchObject({ description: 'first', version: 2 })
  })

  it('accepts one of many edits that are saved at once, and refuses the others', async () => {
    for (const version of [0, 1]) {
      const statuses = await Promise.all(
        Array.from(
          { length: 8 },
          async (_, index) => (await account.put('At once', version, { description: `${version} ${index}` })).status,
        ),
      )
      expect(statuses.sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
      expect((await account.get('At once')).version).toBe(version + 1)
    }
  })

  it('applies from the next call of people who have the role', async () => {
    await account.saved('Readers', 0, { permissions: [{ actions_matching: 'groups:read' }] })
    const rita = await account.signIn('rita', 'Readers')
    const groups = () => account.server.call('GET', '/api/admin/v1/northwind/groups', { token: rita })
    const seen = async () =>
      ((await (await groups()).json()) as { items: { group_reference: string }[] }).items.map(
        (one) => one.group_reference,
      )
    expect(await seen()).toEqual(['Lisbon', 'London', 'Porto'])
    await account.saved('Readers', 1, {
      permissions: [{ actions_matching: 'groups:read', conditions: [{ names_matching: 'L*' }] }],
    })
    expect(await seen()).toEqual(['Lisbon', 'London'])
    await account.saved('Readers', 2, { permissions: [{ actions_matching: 'tags:read' }] })
    expect((await groups()).status).toBe(403)
  })

  it('notifies open screens', async () => {
    const heard: PortalEvent[] = []
    const unsubscribe = account.server.api.platform.events.subscribe('northwind', {
      // Events of earlier tests may still arrive.
      onEvent: (event) => event.reference === 'Heard of' && heard.push(event),
      onGap: () => undefined,
    })
    await account.saved('Heard of', 0)
    await account.saved('Heard of', 1, { description: 'Heard of' })
    await account.remove('Heard of')
    await vi.waitUntil(() => heard.length >= 3, { timeout: waitTimeoutMs })
    unsubscribe()
    const event = { kind: 'role', reference: 'Heard of', state: null, payload_type: null, group: null }
    expect(heard).toMatchObject([event, event, event])
  })

  it('stores a role of 1,000 permissions', async () => {
    const permissions = Array.from({ length: 1000 }, (_, index) => ({
      actions_matching: 'payloads:(read|play)',
      is_regex: true,
      conditions: [
        { names_matching: `Desk ${index} (EU|UK)`, is_regex: true },
        { keys_matching: 'desk', is_denied: true },
      ],
    }))
    expect((await account.saved('Thousand', 0, { permissions })).permissions).toEqual(permissions)
    expect(
      (await refusal(account.put('More', 0, { permissions: [...permissions, ...permissions.slice(0, 1)] }))).errors,
    ).toMatchObject([{ path: '/body/permissions', keyword: 'maxItems' }])
  })

  it.each<[string, Partial<RoleFields>, string]>([
    ['no permission', { permissions: [] }, '/permissions'],
    [
      'a condition that names nothing',
      { permissions: [{ actions_matching: '*', conditions: [{}] }] },
      '/permissions/0/conditions/0',
    ],
    ['a broken regex', { permissions: [{ actions_matching: '(', is_regex: true }] }, '/permissions/0/actions_matching'],
    [
      'a regex with a back-reference',
      { permissions: [{ actions_matching: '*', conditions: [{ names_matching: '(a)\\1', is_regex: true }] }] },
      '/permissions/0/conditions/0/names_matching',
    ],
    ['no payload type', { payload_types: [] }, '/payload_types'],
    ['no range', { cidr_ranges: [] }, '/cidr_ranges'],
    ['a prefix past 32', { cidr_ranges: ['10.0.0.0/33'] }, '/cidr_ranges/0'],
    ['an octet past 255', { cidr_ranges: ['10/8', '256.0.0.0/8'] }, '/cidr_ranges/1'],
    ['a range without a prefix', { cidr_ranges: ['10.0.0.0'] }, '/cidr_ranges/0'],
    ['the same range twice', { cidr_ranges: ['10/8', '10/8'] }, '/cidr_ranges'],
    ['an unknown payload type', { payload_types: ['Fax' as 'Call'] }, '/payload_types/0'],
    [
      'a test case with an invalid address',
      { test_cases: [{ ...testCase, address: '999.1.1.1', is_allowed: false }] },
      '/test_cases/0/address',
    ],
  ])('refuses %s at its field', async (_what, fields, path) => {
    const { status, code, errors } = await refusal(account.put('Refused', 0, fields))
    expect([status, code]).toEqual([400, 'request.invalid'])
    expect(errors?.map((problem) => problem.path)).toContain(`/body${path}`)
  })

  it('refuses texts that the database cannot store', async () => {
    for (const text of ['\0', '\ud800']) {
      const { status, code } = await refusal(
        account.put('Refused', 0, { permissions: [{ actions_matching: `a${text}` }] }),
      )
      expect([status, code]).toEqual([400, 'request.malformed'])
    }
    expect((await refusal(account.put('Refused', 0, { description: '\ud800' }))).code).toBe('request.malformed')
  })

  it('refuses changes of system roles', async () => {
    expect((await refusal(account.put('Reviewer', 1))).code).toBe('role.system')
    expect((await refusal(account.remove('Reviewer'))).code).toBe('role.system')
    expect(await account.get('Reviewer')).toMatchObject({ is_system: true, version: 1 })
  })
})

describe('granting by a role', () => {
  const play = { actions_matching: 'payloads:play' }
  const read = { actions_matching: 'payloads:read' }

  it('is refused beyond what its author can do', async () => {
    const refused = { status: 403, code: 'access.exceeds_own' }
    expect(await refusal(account.put('Players', 0, { permissions: [read, play] }, 'adam'))).toMatchObject({
      ...refused,
      details: { permission_index: 1, action: 'payloads:play' },
    })
    await account.saved('Players', 0, { permissions: [read, play], payload_types: ['Call'] })
    expect(await refusal(account.put('Players', 1, { permissions: [read, play] }, 'adam'))).toMatchObject(refused)
    expect((await account.get('Players')).payload_types).toEqual(['Call'])
  })

  it('is not checked when an edit only takes actions away or limits them', async () => {
    await account.saved('Too much', 0, { permissions: [read, play] })
    await account.saved('Too much', 1, { permissions: [read, play], cidr_ranges: ['10/8'] }, 'adam')
    await account.saved('Too much', 2, { permissions: [read], cidr_ranges: ['10/8'] }, 'adam')
    await account.saved('Too much', 3, { permissions: [read], cidr_ranges: ['10/8'], description: 'agreed' })
    expect(
      (await refusal(account.put('Too much', 4, { permissions: [read, play], cidr_ranges: ['10/8'] }, 'adam'))).code,
    ).toBe('access.exceeds_own')
  })

  it.each<[string, Partial<RoleFields>]>([
    ['taken away', { permissions: [read] }],
    [
      'limited to groups',
      { permissions: [read, { ...play, is_denied: true, conditions: [{ names_matching: 'Porto' }] }] },
    ],
    ['limited to payload types', { permissions: [read, { ...play, is_denied: true }], payload_types: ['Call'] }],
    ['limited to addresses', { permissions: [read, { ...play, is_denied: true }], cidr_ranges: ['10/8'] }],
  ])('is checked when a denial is %s', async (how, fields) => {
    const role = `Denial ${how}`
    await account.saved(role, 0, { permissions: [read, { ...play, is_denied: true }] }, 'adam')
    expect(await refusal(account.put(role, 1, fields, 'adam'))).toMatchObject({
      status: 403,
      code: 'access.exceeds_own',
      details: { permission_index: null, action: 'payloads:play' },
    })
    await account.saved(role, 1, fields)
  })
})
