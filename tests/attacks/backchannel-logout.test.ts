import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CookieBrowser } from '../../apps/server/test/cookie-browser.ts'
import { type CustomerProvider, startCustomerProvider } from '../../apps/server/test/customer-provider.ts'
import { makeKey, signToken } from '../../apps/server/test/loopback-issuer.ts'
import { TestServer } from '../setup/server.ts'

/**
 * A customer's provider can end sessions of its own people, and nobody else can: OpenID Connect Back-Channel Logout
 * 1.0.
 */

const client_id = 'holdfast'
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
let server: TestServer
let provider: CustomerProvider

beforeAll(async () => {
  server = await TestServer.start({ environment: { HOLDFAST_TRUSTED_PROXIES: '127.0.0.0/8' } })
  provider = await startCustomerProvider(client_id)
  await server.openAccount('acme')
  await server.openAccount('globex')
  // Ann signs in with a password, and not through the customer's provider.
  await server.signIn('acme', { user_reference: 'ann', roles: ['Auditor'] })
  await server.api.platform.identity.saveUpstream('acme', {
    issuer: provider.issuer,
    client_id,
    client_secret: null,
    scopes: 'openid',
    roles_claim: null,
    user_group_claim: null,
  })
})
afterAll(async () => {
  await provider?.close()
  await server?.stop()
})

/** Signs in through the customer's provider. */
const signIn = async (): Promise<{ id_token: string; refresh_token: string }> => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { url } = await server.getJson<{ url: string }>(`/api/admin/v1/acme/url?state=s&code_challenge=${challenge}`)
  const stopAt = `${server.origin}/sign-in`
  const visit = await new CookieBrowser().open(url, stopAt)
  const code = visit.url.searchParams.get('code') ?? ''
  const query = new URLSearchParams({ code, redirect_uri: stopAt, code_verifier: verifier })
  return server.getJson(`/api/admin/v1/acme/exchange?${query}`)
}

const statusOf = async (id_token: string): Promise<number> =>
  (await server.call('GET', '/api/admin/v1/acme/profile', { token: id_token })).status

type Claims = Record<string, unknown>
const claims = (changes: Claims = {}): Claims => ({
  iss: provider.issuer,
  aud: client_id,
  iat: Math.floor(Date.now() / 1000),
  exp: Math.floor(Date.now() / 1000) + 120,
  jti: randomUUID(),
  events: { [logoutEvent]: {} },
  sub: provider.person.sub,
  ...changes,
})
const token = (changes: Claims = {}, header = {}) =>
  signToken(provider.key, claims(changes), { typ: 'logout+jwt', ...header })

let requests = 0
/** A new address for each request, so that the limit of refused requests is not met. */
const nextAddress = (): string => {
  requests += 1
  return `192.0.2.${requests}`
}
const send = (
  logout_token: string,
  { client = 'acme', method = 'POST', type = 'application/x-www-form-urlencoded' } = {},
) =>
  fetch(`${server.origin}/identity/upstream/${client}/backchannel_logout`, {
    method,
    headers: { 'content-type': type, 'x-forwarded-for': nextAddress() },
    ...(method === 'POST' ? { body: new URLSearchParams({ logout_token }).toString() } : {}),
  })

const lastOf = async () =>
  server.api.platform.database.read('acme', (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['user_id', 'call', 'denial_reason', 'events', 'parameters'])
      .where('client', '=', 'acme')
      .orderBy('log_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )

/** A sign-in in the same second as the logout would otherwise be refused. */
const forgetLogouts = () =>
  server.api.platform.database.transaction('acme', (tx) =>
    tx.db
      .updateTable('portal_users')
      .set({ sessions_valid_from: new Date(0) })
      .where('client', '=', 'acme')
      .execute(),
  )
beforeEach(forgetLogouts)

describe('the provider reports a logout', () => {
  it("by sub: the person's tokens are refused from the next call, and the trail says why", async () => {
    const { id_token, refresh_token } = await signIn()
    expect(await statusOf(id_token)).not.toBe(401)
    const response = await send(await token())
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await lastOf()).toMatchObject({
      user_id: 'maria.souza',
      call: 'POST /identity/backchannel_logout',
      denial_reason: null,
      events: [{ event: 'portal_user.sessions_ended', details: { upstream_issuer: provider.issuer } }],
    })
    expect(await statusOf(id_token)).toBe(401)
    const refreshed = await server.call('GET', `/api/admin/v1/acme/exchange?refresh_token=${refresh_token}`)
    expect(refreshed.status).toBe(401)
  })

  it('by sid alone: the person is known from their sign-in', async () => {
    provider.person = { sub: 'maria.souza', sid: 'session-2' }
    const { id_token } = await signIn()
    expect((await send(await token({ sub: undefined, sid: 'session-of-nobody' }))).status).toBe(200)
    expect(await statusOf(id_token)).not.toBe(401)
    expect((await send(await token({ sub: undefined, sid: 'session-2' }))).status).toBe(200)
    expect(await statusOf(id_token)).toBe(401)
  })

  it('of people who did not sign in through it: nothing happens', async () => {
    const records = () =>
      server.api.platform.database.read('acme', (tx) =>
        tx.db
          .selectFrom('portal_users')
          .select(['user_reference', 'sessions_valid_from'])
          .where('client', '=', 'acme')
          .where('user_reference', '=', 'ann')
          .executeTakeFirst(),
      )
    const before = await records()
    for (const sub of ['ann', 'nobody.here']) expect((await send(await token({ sub }))).status).toBe(200)
    expect(await records()).toEqual(before)
  })
})

describe('no session is ended by a logout token', () => {
  let id_token: string
  beforeAll(async () => {
    await forgetLogouts()
    provider.person = { sub: 'maria.souza', sid: 'session-3' }
    id_token = (await signIn()).id_token
  })

  const now = () => Math.floor(Date.now() / 1000)
  it.each<[string, () => Promise<string>]>([
    ['from another issuer', () => token({ iss: 'https://evil.example' })],
    ['for another audience', () => token({ aud: 'another-program' })],
    ['without an audience', () => token({ aud: undefined })],
    ['without a time', () => token({ iat: undefined })],
    ['that is too old', () => token({ iat: now() - 600, exp: now() + 60 })],
    ['that has expired', () => token({ exp: now() - 60 })],
    ['issued in the future', () => token({ iat: now() + 600 })],
    ['without jti', () => token({ jti: undefined })],
    ['with a jti that is no text', () => token({ jti: 7 })],
    ['without events', () => token({ events: undefined })],
    ['with another event', () => token({ events: { 'http://schemas.example/event': {} } })],
    ['with an event that is no object', () => token({ events: { [logoutEvent]: true } })],
    ['with events in a list', () => token({ events: [logoutEvent] })],
    ['with a nonce, as an id token has', () => token({ nonce: 'n' })],
    ['with an empty nonce', () => token({ nonce: '' })],
    ['without a person', () => token({ sub: undefined })],
    ['with a list of people', () => token({ sub: ['maria.souza'] })],
    ['of another type', () => token({}, { typ: 'at+jwt' })],
    ['that contains its own key', () => token({}, { jwk: provider.key.jwk })],
    ['signed with a key of somebody else', async () => signToken(await makeKey('customer'), claims())],
    ['with a key that nobody knows', async () => signToken(await makeKey('unknown'), claims())],
    [
      'without a signature',
      async () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.`,
    ],
    ['that is no token', async () => 'logout, please'],
    ['that is empty', async () => ''],
    ['that is very long', async () => 'a'.repeat(7_000)],
  ])('%s', async (_what, forge) => {
    const response = await send(await forge())
    expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_request' }])
    expect(await lastOf()).toMatchObject({ user_id: 'anonymous', denial_reason: 'identity.bad_logout_token' })
    expect(await statusOf(id_token)).not.toBe(401)
  })

  it('sent in the wrong form, by the wrong method, or to another account', async () => {
    expect((await send(await token(), { type: 'application/json' })).status).toBe(400)
    expect((await send('', { method: 'GET' })).status).toBe(400)
    expect((await send(await token(), { client: 'globex' })).status).toBe(400)
    expect((await send(await token(), { client: 'nowhere' })).status).toBe(404)
    expect(await statusOf(id_token)).not.toBe(401)
  })

  it('sent a second time', async () => {
    const once = await token()
    expect((await send(once)).status).toBe(200)
    await forgetLogouts()
    expect((await send(once)).status).toBe(400)
    expect(await lastOf()).toMatchObject({ parameters: { reason: 'the token was used before' } })
    expect(await statusOf(id_token)).not.toBe(401)
  })
})

it('an address that sends too many logout tokens has to wait', async () => {
  const attempt = () =>
    fetch(`${server.origin}/identity/upstream/acme/backchannel_logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '198.51.100.1' },
      body: 'logout_token=no',
    })
  for (let count = 0; count < 60; count += 1) await (await attempt()).body?.cancel()
  const { status, headers } = await attempt()
  expect([status, headers.has('retry-after')]).toEqual([429, true])
})
