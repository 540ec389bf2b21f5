import type { ClientPortalConfig, PortalConfig, UserProfile } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'

const path = '/api/admin/v1/clients/acme/portal_config'
const settings: PortalConfig = {
  maps_key: 'pk.test-key',
  monitoring: { url: 'https://monitoring.example/ingest', sample_rate: 0.25 },
  application_id: 'portal-acme',
  region: 'eu-west-1',
}
const nothing: PortalConfig = { maps_key: null, monitoring: null, application_id: null, region: null }

let server: TestServer
const tokens = { nadia: '', ann: '', hank: '' }

beforeAll(async () => {
  server = await TestServer.start()
  for (const account of ['admin', 'acme', 'globex']) await server.openAccount(account)
  tokens.nadia = await server.signIn('admin', { user_reference: 'nadia', roles: ['Internal Administrator'] })
  tokens.ann = await server.signIn('acme', { user_reference: 'ann', roles: ['Account Administrator'] })
  tokens.hank = await server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
})
afterAll(() => server?.stop())

const put = (body: object, token = tokens.nadia, address = path) => server.call('PUT', address, { token, body })
const inProfile = async (account: string, token: string) =>
  (await server.getJson<UserProfile>(`/api/admin/v1/${account}/profile`, token)).portal_config

it('the portal configuration is empty until staff set it', async () => {
  expect(await inProfile('acme', tokens.ann)).toEqual(nothing)
  expect(await server.getJson<ClientPortalConfig>(path, tokens.nadia)).toEqual({
    client: 'acme',
    ...nothing,
    updated_at: null,
    updated_by: null,
    version: 0,
  })
})

it('the portal configuration appears in the profiles of its account, and of no other', async () => {
  const response = await put({ version: 0, ...settings })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ client: 'acme', ...settings, version: 1, updated_by: 'admin/nadia' })
  expect(await inProfile('acme', tokens.ann)).toEqual(settings)
  expect(await inProfile('globex', tokens.hank)).toEqual(nothing)
})

it('browsers of an account with a monitoring address get the cookie of their reports, others lose it', async () => {
  const cookiesOf = async (account: string, token: string) =>
    (await server.call('GET', `/api/admin/v1/${account}/profile`, { token })).headers.getSetCookie().join()
  expect(await cookiesOf('acme', tokens.ann)).toMatch(
    /^holdfast_monitoring=[\w.-]+; Path=\/assets; HttpOnly;(?: Secure;)? SameSite=Strict$/,
  )
  expect(await cookiesOf('globex', tokens.hank)).toMatch(
    /^holdfast_monitoring=; .*Path=\/assets; Expires=Thu, 01 Jan 1970/,
  )
})

it('an edit of an old version is refused, and each edit is on both trails', async () => {
  expect((await put({ version: 0, ...nothing })).status).toBe(409)
  expect((await put({ version: 1, ...settings, maps_key: null })).status).toBe(200)
  for (const account of ['acme', 'admin']) {
    const rows = await server.api.platform.database.read(account, (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['events', 'status_code'])
        .where('client', '=', account)
        .where('call', '=', 'PUT /clients/{client}/portal_config')
        .orderBy('log_id')
        .execute(),
    )
    expect(rows.map(({ status_code }) => status_code)).toEqual([200, 409, 200])
    expect(rows.at(-1)?.events).toMatchObject([
      { event: 'portal_config.updated', details: { before: settings, after: { ...settings, maps_key: null } } },
    ])
  }
})

it("the provider's own account is configured in the same way", async () => {
  const own = '/api/admin/v1/clients/admin/portal_config'
  expect((await put({ version: 0, ...settings }, tokens.nadia, own)).status).toBe(200)
  expect(await inProfile('admin', tokens.nadia)).toEqual(settings)
})

it('addresses without https or without a plain origin are refused, and so are people who are not staff', async () => {
  for (const url of [
    'http://monitoring.example',
    'https://monitoring.example:65536',
    'https://*/',
    'https://*.example',
  ]) {
    expect((await put({ version: 2, ...settings, monitoring: { url, sample_rate: 1 } })).status).toBe(400)
  }
  expect((await put({ version: 2, ...settings }, tokens.ann)).status).toBe(401)
  expect((await server.call('GET', path, { token: tokens.ann })).status).toBe(401)
  expect((await put({ version: 0, ...settings }, tokens.nadia, path.replace('acme', 'nobody'))).status).toBe(404)
})
