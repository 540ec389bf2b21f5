import type { ListTotal, Role, RoleFields, RolePreview } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft } from '../../apps/server/test/account-with-roles.ts'
import { TestServer } from '../setup/server.ts'

/** Attempts to gain access by people who may change roles, or only see them. */

let server: TestServer
/** Can do everything in the account. */
let boss: string
/** Can change roles, and can read and play in Equities only. */
let mallory: string
const client = 'acme'
const base = `/api/admin/v1/${client}/roles`
const ofEquities = [{ names_matching: 'Equities' }]
const malloryHas = [
  { actions_matching: 'roles:*' },
  { actions_matching: '(groups|tags):read', is_regex: true, conditions: ofEquities },
  { actions_matching: 'payloads:(read|play)', is_regex: true, conditions: ofEquities },
]

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount(client, ['Equities', 'Rates', 'Secret merger'])
  await server.openAccount('globex', ['Equities'])
  await server.openAccount('admin')
  await server.addRole(client, 'Mallory', malloryHas)
  boss = await server.signIn(client, { user_reference: 'boss', roles: ['Compliance Officer', 'Account Administrator'] })
  mallory = await server.signIn(client, { user_reference: 'mallory', roles: ['Mallory', 'Held back'] })
})
afterAll(() => server.stop())

const fields = (changed: Partial<RoleFields> = {}): RoleFields =>
  draft({ permissions: [{ actions_matching: 'payloads:read', conditions: ofEquities }], ...changed })
const put = (role: string, version: number, changed: object, token = mallory, account = client) =>
  server.call('PUT', `/api/admin/v1/${account}/roles/${encodeURIComponent(role)}`, {
    token,
    body: { version, ...fields(changed) },
  })
const codeOf = async (answer: Promise<Response>) => {
  const response = await answer
  return [response.status, ((await response.json()) as { code: string }).code]
}
const preview = (changed: object, token = mallory, role = 'Probe') =>
  server.call('POST', `${base}/${role}/preview`, { token, body: fields(changed) })
const previewed = async (changed: object, token = mallory) =>
  (await (await preview(changed, token)).json()) as RolePreview
const countRoles = () => server.getJson<ListTotal>(`${base}?query_result_type=total`, boss)

describe('a name that resembles a system role is refused', () => {
  it.each(['auditor', 'Aud1tor', 'AUDITOR.', 'Account  Administrator', 'Cornpliance Officer', 'internal support'])(
    '%s',
    async (name) => {
      expect(await codeOf(put(name, 0, {}))).toEqual([409, 'role.looks_like_system'])
    },
  )
})

describe('editing roles cannot give the editor', () => {
  it.each<[string, object]>([
    ['everything', { permissions: [{ actions_matching: '*' }] }],
    ['everything through a regex', { permissions: [{ actions_matching: '.*', is_regex: true }] }],
    [
      'another group',
      { permissions: [{ actions_matching: 'payloads:read', conditions: [{ names_matching: 'Rates' }] }] },
    ],
    ['every group', { permissions: [{ actions_matching: 'payloads:read' }] }],
    [
      'groups that do not exist yet',
      { permissions: [{ actions_matching: 'payloads:read', conditions: [{ names_matching: 'Equities*' }] }] },
    ],
    [
      'all other groups',
      {
        permissions: [
          { actions_matching: 'payloads:read', conditions: [{ names_matching: 'Equities', is_denied: true }] },
        ],
      },
    ],
    [
      'a group by its tags',
      { permissions: [{ actions_matching: 'payloads:read', conditions: [{ keys_matching: '*' }] }] },
    ],
    [
      'more, beside a denial that exempts it',
      {
        permissions: [
          { actions_matching: 'payloads:*' },
          { actions_matching: 'payloads:*', is_denied: true, conditions: [{ names_matching: 'Equities' }] },
        ],
      },
    ],
    ['a download', { permissions: [{ actions_matching: 'payloads:download', conditions: ofEquities }] }],
    [
      'a download for one payload type',
      {
        permissions: [{ actions_matching: 'payloads:download', conditions: ofEquities }],
        payload_types: ['SMS'],
      },
    ],
    [
      'a download from one address',
      {
        permissions: [{ actions_matching: 'payloads:download', conditions: ofEquities }],
        cidr_ranges: ['203.0.113.7/32'],
      },
    ],
  ])('%s', async (_what, changed) => {
    const before = await countRoles()
    expect(await codeOf(put('Mine', 0, changed))).toEqual([403, 'access.exceeds_own'])
    expect(await countRoles()).toEqual(before)
  })

  it('more than before, by extending a role that they have', async () => {
    const wider = [...malloryHas, { actions_matching: 'payloads:download', conditions: ofEquities }]
    expect(await codeOf(put('Mallory', 1, { permissions: wider }))).toEqual([403, 'access.exceeds_own'])
  })

  it('anything that another role denies them', async () => {
    const denial = { actions_matching: 'payloads:play', is_denied: true, conditions: ofEquities }
    await put('Held back', 0, { permissions: [denial] }, boss)
    const play = { actions_matching: 'payloads:play', conditions: ofEquities }
    const read = { actions_matching: 'payloads:read', conditions: ofEquities }
    for (const changed of [
      { permissions: [read] },
      { permissions: [play] },
      { permissions: [{ ...denial, conditions: [{ names_matching: 'Rates' }] }] },
      { permissions: [denial], payload_types: ['Diagnostics'] },
      { permissions: [denial], cidr_ranges: ['203.0.113.7/32'] },
    ]) {
      expect(await codeOf(put('Held back', 1, changed))).toEqual([403, 'access.exceeds_own'])
    }
    const removal = await server.call('DELETE', `${base}/Held%20back`, { token: mallory })
    expect(removal.status).toBe(409)
    expect(await codeOf(put('Play anyway', 0, { permissions: [play] }))).toEqual([403, 'access.exceeds_own'])
  })

  it("access to the provider's area", async () => {
    const response = await put('Internals', 0, { permissions: [{ actions_matching: 'internal:*' }] }, boss)
    expect(response.status).toBe(200)
    const ivan = await server.signIn(client, { user_reference: 'ivan', roles: ['Internals', 'Internal Administrator'] })
    expect((await server.getJson<{ actions: string[] }>(`/api/admin/v1/${client}/profile`, ivan)).actions).toEqual([])
    expect((await server.call('GET', '/api/admin/v1/clients', { token: ivan })).status).toBe(401)
  })
})

describe('fields that nobody may set', () => {
  it.each([
    'is_system',
    'member_count',
    'app_count',
    'updated_by',
    'updated_at',
    'role_reference',
    'client',
    'created_at',
  ])('cannot be set: %s', async (name) => {
    expect(await codeOf(put('Mass', 0, { [name]: 'x' }))).toEqual([400, 'request.invalid'])
  })

  it('cannot be set through prototypes; properties of prototypes are ordinary names', async () => {
    const body = JSON.stringify({ version: 0, ...fields() }).replace('{', '{"__proto__":{"is_system":true},')
    const headers = { authorization: `Bearer ${boss}`, 'content-type': 'application/json' }
    const response = await fetch(`${server.origin}${base}/Mass`, { method: 'PUT', headers, body })
    expect(response.status).toBe(400)
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(((await (await put(name, 0, {}, boss)).json()) as Role).role_reference).toBe(name)
      expect((await preview({}, boss, name)).status).toBe(200)
    }
  })

  it.each(['  lead', 'trail ', 'ab', 'a'.repeat(36), 'line\nbreak', 'slash/ed', '<b>bold</b>', 'nul\0nul'])(
    'cannot have the name %j',
    async (name) => {
      expect((await put(name, 0, {}, boss)).status).toBeGreaterThanOrEqual(400)
      expect((await put(name, 0, {}, boss)).status).toBeLessThan(500)
    },
  )
})

describe('in another account', () => {
  it('roles can be neither read nor changed', async () => {
    await put('Only of acme', 0, {}, boss)
    const hank = await server.signIn('globex', { user_reference: 'hank', roles: ['Compliance Officer'] })
    expect((await put('Only of acme', 1, {}, hank)).status).toBe(401)
    expect(await codeOf(put('Only of acme', 1, {}, hank, 'globex'))).toEqual([409, 'edit.conflict'])
    const removal = await server.call('DELETE', '/api/admin/v1/globex/roles/Only%20of%20acme', { token: hank })
    expect(removal.status).toBe(404)
    expect((await server.getJson<Role>(`${base}/Only%20of%20acme`, boss)).version).toBe(1)
  })
})

describe('questions about roles', () => {
  it('reveal nothing of groups that the caller may not see', async () => {
    const probing = (names_matching: string) => ({
      permissions: [{ actions_matching: 'payloads:read', conditions: [{ names_matching }] }],
      test_cases: [
        {
          description: '',
          action: 'payloads:read',
          group_reference: names_matching,
          payload_type: 'Call',
          address: null,
          is_allowed: true,
        },
      ],
    })
    const [hidden, unknown] = [await previewed(probing('Secret merger')), await previewed(probing('No such thing'))]
    expect({ ...hidden, exceeds_own: null }).toEqual({ ...unknown, exceeds_own: null })
    expect(hidden).toMatchObject({ group_total: 1, test_results: [false] })
    expect(hidden.reach[0]).toMatchObject({ group_count: 0, groups: [] })
    expect((await previewed(probing('Secret merger'), boss)).reach[0]).toMatchObject({ group_count: 1 })
  })

  it('need the right to see roles, and save nothing', async () => {
    const before = await countRoles()
    const paul = await server.signIn(client, { user_reference: 'paul', roles: ['Reviewer'] })
    expect((await preview({}, paul)).status).toBe(403)
    expect((await preview({})).status).toBe(200)
    expect(await countRoles()).toEqual(before)
  })
})
