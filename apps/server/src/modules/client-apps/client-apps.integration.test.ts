import type { ClientAppConfiguration, ListTotal } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'

let server: TestServer
let boss: string
const base = '/api/admin/v1/acme/account/apps'

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities', 'Rates'])
  await server.addRole('acme', 'Equities apps', [
    { actions_matching: 'apps:*', conditions: [{ names_matching: 'Equities' }] },
    { actions_matching: 'groups:read', conditions: [{ names_matching: 'Equities' }] },
  ])
  boss = await server.signIn('acme', { user_reference: 'boss', roles: ['Account Administrator'] })
})
afterAll(() => server?.stop())

const fields = (changes: Record<string, unknown> = {}) => ({
  oidc_config: {
    issuer: 'https://id.example',
    audience: `urn:${Math.random()}`,
    jwks_uri: 'https://id.example/keys',
  },
  group: null,
  roles: ['Auditor'],
  cidr_ranges: null,
  ...changes,
})

interface Answer {
  status: number
  body: ClientAppConfiguration & { code?: string; details?: Record<string, unknown>; errors?: { path: string }[] }
}
const send = async (method: string, app_reference: string, body?: unknown, token = boss): Promise<Answer> => {
  const path = `${base}/${encodeURIComponent(app_reference)}`
  const response = await server.call(method, path, { token, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

describe('a client app', () => {
  test('is created, read, changed and deleted; the trail shows before and after', async () => {
    const made = await send('POST', 'Archive (EU)', fields({ group: 'Equities', cidr_ranges: ['10/8'] }))
    expect(made).toMatchObject({
      status: 200,
      body: { app_reference: 'Archive (EU)', group: 'Equities', cidr_ranges: ['10/8'], version: 1, updated_by: 'boss' },
    })
    expect(await send('GET', 'Archive (EU)')).toEqual(made)
    const { oidc_config } = made.body
    const changed = await send('PUT', 'Archive (EU)', { ...fields({ oidc_config, cidr_ranges: [] }), version: 1 })
    expect(changed).toMatchObject({ status: 200, body: { group: null, cidr_ranges: null, version: 2 } })
    expect((await send('DELETE', 'Archive (EU)')).status).toBe(204)
    expect(await send('GET', 'Archive (EU)')).toMatchObject({ status: 404 })
    const rows = await server.api.platform.database.read('acme', (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('events')
        .where('client', '=', 'acme')
        .where('action', '=', 'apps:write')
        .where('is_allowed', '=', true)
        .orderBy('log_id')
        .limit(3)
        .execute(),
    )
    const config = { oidc_config, roles: ['Auditor'] }
    const first = { ...config, group: 'Equities', cidr_ranges: ['10/8'] }
    const second = { ...config, group: null, cidr_ranges: null }
    const told = (event: string, before: unknown, after: unknown) => [
      { event, details: { app_reference: 'Archive (EU)', before, after } },
    ]
    expect(rows.map(({ events }) => events)).toEqual([
      told('app.created', null, first),
      told('app.updated', first, second),
      told('app.deleted', second, null),
    ])
  })

  test('is listed by reference, page by page', async () => {
    const references = ['list-a', 'list-b', 'list-c']
    for (const reference of references) await send('POST', reference, fields())
    const seen: string[] = []
    let last_key: string | null = ''
    while (last_key !== null) {
      const query: string = `limit=1${last_key ? `&last_key=${last_key}` : ''}`
      const page: { items: ClientAppConfiguration[]; last_key: string | null } = await server.getJson(
        `${base}?${query}`,
        boss,
      )
      seen.push(...page.items.map(({ app_reference }) => app_reference))
      last_key = page.last_key
    }
    expect(seen).toEqual(references)
    expect(await server.getJson<ListTotal>(`${base}?query_result_type=total`, boss)).toEqual({ total: 3 })
  })

  test('is visible only to people who manage the apps of its group', async () => {
    await send('POST', 'of Equities', fields({ group: 'Equities' }))
    await send('POST', 'of Rates', fields({ group: 'Rates' }))
    const amir = await server.signIn('acme', { user_reference: 'amir', roles: ['Equities apps'] })
    const { items } = await server.getJson<{ items: ClientAppConfiguration[] }>(base, amir)
    expect(items.map(({ app_reference }) => app_reference)).toEqual(['of Equities'])
    for (const method of ['GET', 'DELETE']) expect((await send(method, 'of Rates', undefined, amir)).status).toBe(404)
    const { oidc_config } = (await send('GET', 'of Equities')).body
    const body = { oidc_config, cidr_ranges: null, roles: [], version: 1 }
    for (const [group, status] of [
      ['Rates', 409],
      ['Nowhere', 409],
      [null, 403],
      ['Equities', 200],
    ] as const) {
      expect([group, (await send('PUT', 'of Equities', { ...body, group }, amir)).status]).toEqual([group, status])
    }
  })

  test('is not deleted when somebody else has changed it since it was read', async () => {
    const { oidc_config } = (await send('POST', 'Edited', fields())).body
    await send('PUT', 'Edited', { ...fields({ oidc_config, roles: [] }), version: 1 })
    const path = `${base}/Edited?version=`
    const refused = await server.call('DELETE', `${path}1`, { token: boss })
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { code: 'edit.conflict', details: { updated_by: 'boss', updated_at: expect.any(String) } },
    ])
    expect(await send('GET', 'Edited')).toMatchObject({ status: 200, body: { version: 2 } })
    expect((await server.call('DELETE', `${path}2`, { token: boss })).status).toBe(204)
  })
})

describe('a client app is refused for', () => {
  test.each([
    ['a group that does not exist', { group: 'Nowhere' }, 409, 'group.unknown'],
    ['a role that does not exist', { roles: ['Nobody'] }, 409, 'role.unknown'],
    ['a role that gives more than its author has', { roles: ['Reviewer'] }, 403, 'access.exceeds_own'],
    ['an invalid range', { cidr_ranges: ['10.0.0.0/8', '300.1.1.1/8'] }, 400, 'request.invalid'],
    ['an invalid prefix', { cidr_ranges: ['10.0.0.0/33'] }, 400, 'request.invalid'],
    ['a field that the client cannot set', { version: 7, updated_by: 'somebody' }, 400, 'request.invalid'],
  ])('%s', async (_what, changes, status, code) => {
    expect(await send('POST', 'refused', fields(changes))).toMatchObject({ status, body: { code } })
    expect((await send('GET', 'refused')).status).toBe(404)
  })

  test.each([
    ['issuer', 'http://id.example'],
    ['jwks_uri', 'http://id.example/keys'],
    ['jwks_uri', 'https://'],
    ['jwks_uri', 'https://user:password@id.example/keys'],
    ['audience', 'four'],
    ['audience', 'a\u0000audience'],
  ])('%s %j, with an error at the field', async (name, value) => {
    const oidc_config = { ...fields().oidc_config, [name]: value }
    const { status, body } = await send('POST', 'refused', fields({ oidc_config }))
    expect(status).toBe(400)
    expect(body.errors?.map(({ path }) => path)).toEqual([`/body/oidc_config/${name}`])
  })

  test('the issuer with which people sign in', async () => {
    const { platform } = server.api
    const issuer = 'https://people.example'
    const identity = { ...platform.identity, issuer }
    Object.assign(platform, { identity })
    const oidc_config = { ...fields().oidc_config, issuer }
    const { status, body } = await send('POST', 'refused', fields({ oidc_config }))
    expect([status, body.errors?.[0]?.path]).toEqual([400, '/body/oidc_config/issuer'])
  })

  test('tokens that another app accepts, or a reference that is taken, also when several are created at once', async () => {
    const { oidc_config } = fields()
    const answers = await Promise.all(
      ['twin-a', 'twin-b', 'twin-c'].map((name) => send('POST', name, fields({ oidc_config }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.filter(({ body }) => body.code === 'app.tokens_taken')).toHaveLength(2)
    const named = await Promise.all(Array.from({ length: 3 }, () => send('POST', 'namesake', fields())))
    expect(named.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(named.filter(({ body }) => body.code === 'app.exists')).toHaveLength(2)
  })

  test('an edit of a version that somebody else has changed meanwhile, also when two are saved at once', async () => {
    const { body: app } = await send('POST', 'edited', fields())
    const edit = (cidr: string) => send('PUT', 'edited', { ...pick(app), cidr_ranges: [cidr] })
    const answers = await Promise.all(['10.0.0.0/8', '192.168.0.0/16'].map(edit))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)
    expect((await send('GET', 'edited')).body).toEqual(winner?.body)
    expect(await edit('172.16.0.0/12')).toMatchObject({ status: 409, body: { code: 'edit.conflict' } })
    expect(await send('PUT', 'not there', { ...fields(), version: 0 })).toMatchObject({ status: 404 })
  })
})

const pick = ({ oidc_config, group, roles, version }: ClientAppConfiguration) => ({
  oidc_config,
  group,
  roles,
  version,
})
