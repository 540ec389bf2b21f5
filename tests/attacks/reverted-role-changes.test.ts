import type { Permission, Role, RoleFields, RolePreview, UserProfile } from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { draft } from '../../apps/server/test/account-with-roles.ts'
import { TestServer } from '../setup/server.ts'
import { SupportDesk } from '../setup/support-desk.ts'

/** People can revert what they removed from a role themselves, and gain nothing else by that. */

const client = 'acme'
const api = `/api/admin/v1/${client}`
let server: TestServer
let desk: SupportDesk
/** Can do everything in the account. */
let boss: string
/** Can change roles, groups, apps and settings, and can read and play only through the role under test. */
let mallory: string
/** Can change roles, and can play nothing. */
let adam: string
let count = 0
/** The role under test, a new one for each test; mallory has it. */
let role: string

const play: Permission = {
  actions_matching: 'payloads:(read|play)',
  is_regex: true,
  conditions: [{ names_matching: 'Equities' }],
}
const noPlay: Permission = { actions_matching: 'payloads:play', is_denied: true }
const malloryRoles = ['Mallory', 'Also hers']

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount(client, ['Equities', 'Rates'])
  await server.addRole(client, 'Mallory', [{ actions_matching: '(roles|groups|tags|apps|account):.*', is_regex: true }])
  boss = await server.signIn(client, { user_reference: 'boss', roles: ['Compliance Officer', 'Account Administrator'] })
  adam = await server.signIn(client, { user_reference: 'adam', roles: ['Account Administrator'] })
  desk = await SupportDesk.open(server, client, boss)
})
afterAll(() => server.stop())

beforeEach(async () => {
  role = `Desk ${++count}`
  await saved(0, [play], boss)
  mallory = await server.signIn(client, { user_reference: 'mallory', roles: [...malloryRoles, role] })
})

const path = () => `${api}/roles/${encodeURIComponent(role)}`
const put = (version: number, permissions: Permission[], token = mallory, fields: Partial<RoleFields> = {}) =>
  server.call('PUT', path(), { token, body: { version, ...draft({ permissions, ...fields }) } })
const saved = async (...edit: Parameters<typeof put>): Promise<Role> => {
  const response = await put(...edit)
  expect([response.status, response.ok ? '' : await response.clone().text()]).toEqual([200, ''])
  return (await response.json()) as Role
}
const refused = async (...edit: Parameters<typeof put>): Promise<void> => {
  const before = await server.getJson<Role>(path(), boss)
  const response = await put(...edit)
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, 'access.exceeds_own'])
  expect(await server.getJson<Role>(path(), boss)).toEqual(before)
}
const actionsOf = async (token: string) => (await server.getJson<UserProfile>(`${api}/profile`, token)).actions
const expectSuccess = async (answer: Promise<Response>) => {
  const response = await answer
  expect([response.status < 300, response.ok ? '' : await response.clone().text()]).toEqual([true, ''])
}

describe("reverting one's own change", () => {
  it('the author of a denial that applies to themselves can remove it, and the preview says so', async () => {
    await saved(1, [play, noPlay])
    expect(await actionsOf(mallory)).not.toContain('payloads:play')
    const body = draft({ permissions: [play] })
    const preview = await server.call('POST', `${path()}/preview`, { token: mallory, body })
    expect(((await preview.json()) as RolePreview).exceeds_own).toBeNull()
    await saved(2, [play])
    expect(await actionsOf(mallory)).toContain('payloads:play')
  })

  it('a permission can be widened again by the person who narrowed it', async () => {
    await saved(1, [{ actions_matching: 'tags:read' }])
    await saved(2, [play])
    expect(await actionsOf(mallory)).toContain('payloads:play')
  })

  it('a denial can be removed by its author even if they never had the permission', async () => {
    await saved(1, [play, noPlay], adam)
    await saved(2, [play], adam)
  })

  it('several own changes can be reverted at once', async () => {
    await saved(1, [play, noPlay])
    await saved(2, [play, noPlay], mallory, { description: 'nobody plays here' })
    await saved(3, [play, noPlay, { actions_matching: 'payloads:read', is_denied: true }])
    await saved(4, [play, { actions_matching: 'tags:read' }])
  })

  it('limits to network ranges and payload types can be removed again', async () => {
    await saved(1, [play], mallory, { cidr_ranges: ['203.0.113.7/32'], payload_types: ['SMS'] })
    await refused(2, [play, { ...play, conditions: [{ names_matching: 'Rates' }] }])
    await saved(2, [play])
  })
})

describe('restoring grants nothing else', () => {
  it('not more than the earlier version', async () => {
    await saved(1, [play, noPlay])
    await refused(2, [{ actions_matching: 'payloads:*', conditions: [{ names_matching: 'Equities' }] }])
    await refused(2, [{ ...play, conditions: [{ names_matching: '*' }] }])
    await refused(2, [{ ...play, conditions: [] }])
  })

  it('not a permission that somebody else removed from the role, before or after', async () => {
    await saved(1, [play, noPlay], boss)
    await refused(2, [play])
    await saved(2, [play, noPlay, { actions_matching: 'payloads:read', is_denied: true }])
    await refused(3, [play])
    await saved(3, [play, noPlay])
    await saved(4, [play, noPlay], boss, { description: 'seen and agreed' })
    await refused(5, [play])
  })

  it('not a permission that somebody else removed with another role', async () => {
    await saved(1, [play, noPlay])
    const body = { version: (await currentVersion('Also hers')) ?? 0, ...draft({ permissions: [noPlay] }) }
    await expectSuccess(server.call('PUT', `${api}/roles/Also%20hers`, { token: boss, body }))
    await refused(2, [play])
    const withoutDenial = { version: body.version + 1, ...draft({ permissions: [{ actions_matching: 'tags:read' }] }) }
    await expectSuccess(server.call('PUT', `${api}/roles/Also%20hers`, { token: boss, body: withoutDenial }))
    await refused(2, [play])
  })

  it('not to another person', async () => {
    await saved(1, [play, noPlay])
    await refused(2, [play], adam)
    await saved(2, [play], boss)
  })

  it('not if the role has become an account default meanwhile', async () => {
    await saved(1, [play, noPlay], adam)
    const { version } = await server.getJson<{ version: number }>(`${api}/account/defaults`, boss)
    const defaults = { version, user_group: null, cidr_ranges: null }
    await expectSuccess(server.call('PUT', `${api}/account/defaults`, { token: adam, body: { ...defaults, role } }))
    await refused(2, [play], adam)
    const none = { ...defaults, version: version + 1, role: null }
    await expectSuccess(server.call('PUT', `${api}/account/defaults`, { token: boss, body: none }))
    await refused(2, [play], adam)
  })

  it('not if an app has received the role meanwhile', async () => {
    await saved(1, [play, noPlay], adam)
    const oidc_config = { issuer: 'https://issuer.example', audience: role, jwks_uri: 'https://issuer.example/keys' }
    const body = { oidc_config, roles: [role], group: null, cidr_ranges: null }
    await expectSuccess(server.call('POST', `${api}/account/apps/app-${count}`, { token: adam, body }))
    await refused(2, [play], adam)
  })

  it('not if somebody has received the role meanwhile', async () => {
    await saved(1, [play, noPlay], adam)
    await server.signIn(client, { user_reference: `newcomer-${count}`, roles: [role] })
    await refused(2, [play], adam)
  })

  it('not if the author has received the role meanwhile', async () => {
    await saved(1, [play, noPlay], adam)
    const adamAgain = await server.signIn(client, { user_reference: 'adam', roles: ['Account Administrator', role] })
    await refused(2, [play], adamAgain)
    adam = await server.signIn(client, { user_reference: 'adam', roles: ['Account Administrator'] })
  })

  it('not if staff asked to visit with the role meanwhile', async () => {
    await saved(1, [play, noPlay], adam)
    const { request_reference } = await desk.asked({ role })
    await refused(2, [play], adam)
    await desk.decided(request_reference, 'approved')
    await refused(2, [play], adam)
  })

  it('not if a group came under the role meanwhile', async () => {
    await expectSuccess(
      server.call('PUT', `${api}/tags/desk${count}`, {
        token: boss,
        body: { version: 0, tag_values: null, is_required: false, default_value: null },
      }),
    )
    const tagged = { ...play, conditions: [{ keys_matching: `desk${count}` }] }
    await saved(1, [tagged], boss)
    await saved(2, [tagged, noPlay, { actions_matching: 'payloads:read', is_denied: true }])
    const { version } = await server.getJson<{ version: number }>(`${api}/groups/Rates`, boss)
    const body = { version, tags: [{ tag_key: `desk${count}`, tag_value: 'mine' }] }
    await expectSuccess(server.call('PUT', `${api}/groups/Rates`, { token: mallory, body }))
    await refused(3, [tagged])
  })

  it('only once when its author and somebody else save at the same time', async () => {
    await saved(1, [play, noPlay], adam)
    const other = [play, noPlay, { actions_matching: 'payloads:read', is_denied: true }]
    const answers = await Promise.all([put(2, [play], adam), put(2, [play], adam), put(2, other, boss)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('the right to change roles', () => {
  it.each<[string, Permission]>([
    ['everything', { actions_matching: '*' }],
    ['changing roles', { actions_matching: 'roles:write' }],
    ['seeing roles', { actions_matching: 'roles:read' }],
  ])('cannot be taken from oneself by denying %s', async (_what, denied) => {
    const response = await put(1, [play, { ...denied, is_denied: true }])
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([409, 'role.would_lock_out'])
    expect((await server.getJson<Role>(path(), mallory)).version).toBe(1)
    await saved(1, [play, { ...denied, is_denied: true }], boss)
  })
})

const currentVersion = async (name: string): Promise<number | undefined> => {
  const response = await server.call('GET', `${api}/roles/${encodeURIComponent(name)}`, { token: boss })
  return response.ok ? ((await response.json()) as Role).version : undefined
}
