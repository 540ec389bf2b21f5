import type { Role, RoleFields, RolePreview } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'

const base = '/api/admin/v1/northwind/roles'
let server: TestServer
/** Everything, playing included. */
let olga: string
/** Everything but playing. */
let adam: string

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('northwind', ['London', 'Lisbon', 'Porto'])
  olga = await server.signIn('northwind', { user_reference: 'olga', roles: ['Compliance Officer'] })
  adam = await server.signIn('northwind', { user_reference: 'adam', roles: ['Account Administrator'] })
})
afterAll(() => server.stop())

const draft = (fields: Partial<RoleFields> = {}): RoleFields => ({
  permissions: [{ actions_matching: 'payloads:read' }],
  payload_types: null,
  cidr_ranges: null,
  alert_permissions: [],
  is_alertable: false,
  description: null,
  test_cases: [],
  ...fields,
})
const put = (role: string, version: number, fields: Partial<RoleFields> = {}, token = olga) =>
  server.call('PUT', `${base}/${encodeURIComponent(role)}`, { token, body: { version, ...draft(fields) } })
const saved = async (role: string, version: number, fields: Partial<RoleFields> = {}, token = olga): Promise<Role> => {
  const response = await put(role, version, fields, token)
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
  return JSON.parse(text) as Role
}
const refusal = async (answer: Promise<Response>) => {
  const response = await answer
  const body = (await response.json()) as { code: string; details?: object; errors?: { path: string }[] }
  return { status: response.status, ...body }
}
const get = (role: string) => server.getJson<Role>(`${base}/${encodeURIComponent(role)}`, olga)
const remove = (role: string, token = olga) => server.call('DELETE', `${base}/${encodeURIComponent(role)}`, { token })
const preview = async (role: string, fields: Partial<RoleFields>, token = olga): Promise<RolePreview> => {
  const response = await server.call('POST', `${base}/${role}/preview`, { token, body: draft(fields) })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as RolePreview
}
const newestActivity = () =>
  server.api.platform.database.read('northwind', (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['events', 'user_id'])
      .where('client', '=', 'northwind')
      .where('call', 'like', '% /roles/%')
      .orderBy('log_id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )
const testCase = {
  description: '',
  action: 'payloads:read' as const,
  group_reference: null,
  payload_type: 'Call' as const,
  address: null,
}

describe('PUT /roles/{role_reference}', () => {
  it('creates a role, and changes it from the version that was read', async () => {
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
    const created = await saved('London reviewers', 0, fields)
    const counts = { member_count: 0, app_count: 0 }
    expect(created).toMatchObject({ ...draft(fields), ...counts, is_system: false, updated_by: 'olga', version: 1 })
    expect(await get('London reviewers')).toEqual(created)
    const changed = await saved('London reviewers', 1, { ...fields, description: null })
    expect(changed).toEqual({ ...created, description: null, version: 2, updated_at: changed.updated_at })
  })

  it('tells the trail who changed what, before and after', async () => {
    await saved('On the trail', 0)
    expect(await newestActivity()).toMatchObject({
      user_id: 'olga',
      events: [{ event: 'role.created', details: { role_reference: 'On the trail', before: null, after: draft() } }],
    })
    await saved('On the trail', 1, { is_alertable: true })
    expect((await newestActivity())?.events).toEqual([
      {
        event: 'role.updated',
        details: { role_reference: 'On the trail', before: draft(), after: draft({ is_alertable: true }) },
      },
    ])
  })

  it('refuses to overwrite what the editor has not seen', async () => {
    await saved('Edited by two', 0)
    await saved('Edited by two', 1, { description: 'first' })
    for (const version of [0, 1, 3]) {
      expect(await refusal(put('Edited by two', version, { description: 'second' }))).toMatchObject({
        status: 409,
        code: 'edit.conflict',
      })
    }
    expect((await refusal(put('Never there', 1))).code).toBe('edit.conflict')
    expect(await get('Edited by two')).toMatchObject({ description: 'first', version: 2 })
  })

  it('lets one of many people who save at once through, and tells the others', async () => {
    for (const version of [0, 1]) {
      const statuses = await Promise.all(
        Array.from(
          { length: 8 },
          async (_, index) => (await put('At once', version, { description: `${index}` })).status,
        ),
      )
      expect(statuses.sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
      expect((await get('At once')).version).toBe(version + 1)
    }
  })

  it('counts from the next call of whoever has the role', async () => {
    await saved('Readers', 0, { permissions: [{ actions_matching: 'groups:read' }] })
    const rita = await server.signIn('northwind', { user_reference: 'rita', roles: ['Readers'] })
    const groups = () => server.call('GET', '/api/admin/v1/northwind/groups', { token: rita })
    const seen = async () =>
      ((await (await groups()).json()) as { items: { group_reference: string }[] }).items.map(
        (one) => one.group_reference,
      )
    expect(await seen()).toEqual(['Lisbon', 'London', 'Porto'])
    await saved('Readers', 1, {
      permissions: [{ actions_matching: 'groups:read', conditions: [{ names_matching: 'L*' }] }],
    })
    expect(await seen()).toEqual(['Lisbon', 'London'])
    await saved('Readers', 2, { permissions: [{ actions_matching: 'tags:read' }] })
    expect((await groups()).status).toBe(403)
  })

  it('keeps a role of 1,000 permissions', async () => {
    const permissions = Array.from({ length: 1000 }, (_, index) => ({
      actions_matching: 'payloads:(read|play)',
      is_regex: true,
      conditions: [
        { names_matching: `Desk ${index} (EU|UK)`, is_regex: true },
        { keys_matching: 'desk', is_denied: true },
      ],
    }))
    expect((await saved('Thousand', 0, { permissions })).permissions).toEqual(permissions)
    expect(
      (await refusal(put('More', 0, { permissions: [...permissions, ...permissions.slice(0, 1)] }))).errors,
    ).toMatchObject([{ path: '/body/permissions', keyword: 'maxItems' }])
  })

  it.each<[string, Partial<RoleFields>, string]>([
    ['no permission', { permissions: [] }, '/permissions'],
    [
      'a condition that asks nothing',
      { permissions: [{ actions_matching: '*', conditions: [{}] }] },
      '/permissions/0/conditions/0',
    ],
    [
      'a condition that only denies',
      { permissions: [{ actions_matching: '*', conditions: [{ is_denied: true }] }] },
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
    ['a leading zero', { cidr_ranges: ['010.0.0.0/8'] }, '/cidr_ranges/0'],
    ['a range without a prefix', { cidr_ranges: ['10.0.0.0'] }, '/cidr_ranges/0'],
    ['the same range twice', { cidr_ranges: ['10/8', '10/8'] }, '/cidr_ranges'],
    ['an unknown payload type', { payload_types: ['Fax' as 'Call'] }, '/payload_types/0'],
    [
      'a test case from no address',
      { test_cases: [{ ...testCase, address: '999.1.1.1', is_allowed: false }] },
      '/test_cases/0/address',
    ],
  ])('refuses %s at its field', async (_what, fields, path) => {
    const { status, code, errors } = await refusal(put('Refused', 0, fields))
    expect([status, code]).toEqual([400, 'request.invalid'])
    expect(errors?.map((problem) => problem.path)).toContain(`/body${path}`)
  })

  it('refuses texts that can not be stored', async () => {
    for (const text of ['\0', '\ud800']) {
      const { status, code } = await refusal(put('Refused', 0, { permissions: [{ actions_matching: `a${text}` }] }))
      expect([status, code]).toEqual([400, 'request.malformed'])
    }
    expect((await refusal(put('Refused', 0, { description: '\ud800' }))).code).toBe('request.malformed')
  })

  it('refuses changes of system roles', async () => {
    expect((await refusal(put('Reviewer', 1))).code).toBe('role.system')
    expect((await refusal(remove('Reviewer'))).code).toBe('role.system')
    expect(await get('Reviewer')).toMatchObject({ is_system: true, version: 1 })
  })
})

describe('test cases', () => {
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

  it('are kept with a role for which they hold', async () => {
    expect((await saved('Tested', 0, fields)).test_cases).toEqual(cases)
    expect((await preview('Tested', fields)).test_results).toEqual(cases.map(() => true))
  })

  it('keep a change away that breaks them, and say which', async () => {
    const wrong = { ...fields, permissions: [{ actions_matching: 'payloads:*' }] }
    expect(await refusal(put('Tested', 1, wrong))).toMatchObject({
      status: 409,
      code: 'role.test_cases_fail',
      details: { total: 1, failing: [1] },
    })
    expect((await preview('Tested', wrong)).test_results).toEqual([true, false, true, true, true, true])
    expect((await get('Tested')).version).toBe(1)
  })
})

describe('granting', () => {
  const play = { actions_matching: 'payloads:play' }
  const read = { actions_matching: 'payloads:read' }

  it('is refused beyond what its author could do', async () => {
    const refused = { status: 403, code: 'access.exceeds_own' }
    expect(await refusal(put('Players', 0, { permissions: [read, play] }, adam))).toMatchObject({
      ...refused,
      details: { permission_index: 1, action: 'payloads:play' },
    })
    await saved('Players', 0, { permissions: [read, play], payload_types: ['Call'] })
    expect(await refusal(put('Players', 1, { permissions: [read, play] }, adam))).toMatchObject(refused)
    expect((await get('Players')).payload_types).toEqual(['Call'])
  })

  it('is not needed to take away what is too much', async () => {
    await saved('Too much', 0, { permissions: [read, play] })
    await saved('Too much', 1, { permissions: [read, play], cidr_ranges: ['10/8'] }, adam)
    await saved('Too much', 2, { permissions: [read], cidr_ranges: ['10/8'] }, adam)
    expect((await refusal(put('Too much', 3, { permissions: [read, play], cidr_ranges: ['10/8'] }, adam))).code).toBe(
      'access.exceeds_own',
    )
  })

  it.each<[string, Partial<RoleFields>]>([
    ['taken away', { permissions: [read] }],
    [
      'limited to groups',
      { permissions: [read, { ...play, is_denied: true, conditions: [{ names_matching: 'Porto' }] }] },
    ],
    ['limited to payload types', { permissions: [read, { ...play, is_denied: true }], payload_types: ['Call'] }],
    ['limited to addresses', { permissions: [read, { ...play, is_denied: true }], cidr_ranges: ['10/8'] }],
  ])('is what it is when a denial is %s', async (how, fields) => {
    const role = `Denial ${how}`
    await saved(role, 0, { permissions: [read, { ...play, is_denied: true }] }, adam)
    expect(await refusal(put(role, 1, fields, adam))).toMatchObject({
      status: 403,
      code: 'access.exceeds_own',
      details: { permission_index: null, action: 'payloads:play' },
    })
    await saved(role, 1, fields)
  })
})

describe('DELETE /roles/{role_reference}', () => {
  it('deletes a role that nobody has', async () => {
    await saved('Unused', 0)
    expect((await remove('Unused')).status).toBe(204)
    expect(await newestActivity()).toMatchObject({
      events: [{ event: 'role.deleted', details: { role_reference: 'Unused', before: draft() } }],
    })
    expect((await refusal(remove('Unused'))).status).toBe(404)
    await saved('Unused', 0)
  })

  it('says what stands in the way', async () => {
    await saved('Used', 0)
    await server.signIn('northwind', { user_reference: 'una', roles: ['Used'] })
    await server.signIn('northwind', { user_reference: 'ugo', roles: ['Used', 'Reviewer'] })
    expect(await get('Used')).toMatchObject({ member_count: 2, app_count: 0 })
    await server.api.platform.database.transaction('northwind', async (tx) => {
      const edited = { client: tx.client, created_at: tx.now, updated_at: tx.now, updated_by: 'test' }
      const app = {
        app_reference: 'Feeder',
        issuer: 'https://issuer',
        audience: 'feeder',
        jwks_uri: 'https://issuer/jwks',
      }
      await tx.db
        .insertInto('client_apps')
        .values({ ...edited, ...app, roles: ['Used'] })
        .execute()
      await tx.db.updateTable('account_defaults').set({ role: 'Used' }).where('client', '=', tx.client).execute()
      const request = {
        role: 'Used',
        request_description: 'help',
        requested_by: 'nadia',
        approval_state: 'pending' as const,
      }
      const times = {
        requested_at: tx.now,
        requested_expiry: new Date(tx.now.getTime() + 3_600_000),
        updated_at: tx.now,
      }
      await tx.db
        .insertInto('support_access')
        .values({ client: tx.client, request_reference: '1', ...request, ...times, updated_by: 'nadia' })
        .execute()
    })
    expect(await refusal(remove('Used'))).toMatchObject({
      status: 409,
      code: 'role.in_use',
      message:
        'The role is still used by 2 people, 1 client app, the account defaults and 1 request for support access',
      details: { people: 2, client_apps: 1, account_defaults: true, support_access: 1 },
    })
    expect(await get('Used')).toMatchObject({ member_count: 2, app_count: 1 })
  })
})

describe('POST /roles/{role_reference}/preview', () => {
  it('tells which actions a draft gives in which groups', async () => {
    const permissions = [
      { actions_matching: 'payloads:(read|play)', is_regex: true, conditions: [{ names_matching: 'L*' }] },
      { actions_matching: 'roles:read' },
      { actions_matching: 'gps:read', conditions: [{ names_matching: 'Madrid' }] },
    ]
    const { reach, group_total } = await preview('Draft', {
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
        group_count: 3,
        groups: ['Lisbon', 'London', 'Porto'],
        without_group: true,
      },
      { action: 'gps:read', payload_types: null, group_count: 0, groups: [], without_group: false },
    ])
  })

  it('tells who would gain and lose what, all their roles taken together', async () => {
    await saved('Desk', 0, {
      permissions: [{ actions_matching: 'payloads:play' }, { actions_matching: 'payloads:read' }],
    })
    await server.signIn('northwind', { user_reference: 'dora', roles: ['Desk'] })
    await server.signIn('northwind', { user_reference: 'dana', roles: ['Desk', 'Reviewer'] })
    await server.signIn('northwind', { user_reference: 'gone', roles: ['Desk'] })
    await server.setActive('northwind', 'gone', false)
    const { members, exceeds_own } = await preview('Desk', { permissions: [{ actions_matching: 'gps:read' }] })
    expect(members).toEqual({
      total: 2,
      gaining: 2,
      losing: 1,
      changes: [
        { user_reference: 'dana', gained: ['gps:read'], lost: [] },
        { user_reference: 'dora', gained: ['gps:read'], lost: ['payloads:read', 'payloads:play'] },
      ],
    })
    expect(exceeds_own).toMatchObject({ permission_index: 0, action: 'gps:read' })
    expect((await get('Desk')).version).toBe(1)
  })

  it('tells of losses by limits, and of nothing when nothing changes', async () => {
    const fields = { permissions: [{ actions_matching: 'payloads:play' }, { actions_matching: 'payloads:read' }] }
    expect((await preview('Desk', fields)).members).toEqual({ total: 2, gaining: 0, losing: 0, changes: [] })
    const lost = [{ user_reference: 'dora', gained: [], lost: ['payloads:read', 'payloads:play'] }]
    for (const limits of [{ cidr_ranges: ['10/8'] }, { payload_types: ['Call' as const] }]) {
      expect((await preview('Desk', { ...fields, ...limits })).members).toMatchObject({
        gaining: 0,
        losing: 1,
        changes: lost,
      })
    }
  })

  it('counts people whose identity names a role that does not exist yet', async () => {
    await server.signIn('northwind', { user_reference: 'early', roles: ['Not yet'] })
    expect((await preview('Not%20yet', {})).members).toMatchObject({ total: 1, gaining: 1, losing: 0 })
  })

  it('says why a draft can not be kept, and evaluates nothing then', async () => {
    const { problems, reach, test_results } = await preview('Draft', {
      permissions: [{ actions_matching: '*' }, { actions_matching: '(', is_regex: true }],
      test_cases: [{ ...testCase, is_allowed: true }],
    })
    expect(problems).toMatchObject([{ path: '/permissions/1/actions_matching' }])
    expect([reach, test_results]).toEqual([[], []])
  })

  it('says what its author could not give', async () => {
    const { exceeds_own } = await preview('Draft', { permissions: [{ actions_matching: 'payloads:*' }] }, adam)
    expect(exceeds_own).toMatchObject({ permission_index: 0, action: 'payloads:play' })
  })
})

describe('GET /roles', () => {
  it('pages by reference, and tells totals', async () => {
    const list = (query: string) =>
      server.getJson<{ items: Role[]; last_key: string | null; total?: number }>(`${base}?${query}`, olga)
    const all = (await list('limit=100')).items.map(({ role_reference }) => role_reference)
    expect(all).toEqual([...all].sort())
    const first = await list('limit=3')
    const second = await list(`limit=3&last_key=${first.last_key}`)
    expect([...first.items, ...second.items].map(({ role_reference }) => role_reference)).toEqual(all.slice(0, 6))
    expect((await list('query_result_type=total')).total).toBe(all.length)
    expect((await list('query_result_type=total&filter[is_system]=true')).total).toBe(6)
  })
})
