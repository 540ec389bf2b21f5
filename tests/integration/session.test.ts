import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../../apps/server/src/core/platform.ts'
import { currentTermsVersion } from '../../apps/server/src/modules/session/index.ts'
import { CookieBrowser } from '../../apps/server/test/cookie-browser.ts'
import { TestServer } from '../setup/server.ts'

const password = 'correct horse battery staple'
const codeVerifier = randomBytes(48).toString('base64url')
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')

let server: TestServer
let platform: Platform
let origin: string

beforeAll(async () => {
  server = await TestServer.start()
  platform = server.api.platform
  origin = server.origin
  await server.openAccount('admin')
  await server.openAccount('acme', ['Equities', 'Bonds'])
  await server.addRole('acme', 'Equities player', [
    { actions_matching: 'payloads:*', conditions: [{ names_matching: 'Equities' }] },
  ])
  await server.addRole('acme', 'Reader', [{ actions_matching: 'groups:read' }])
  await setDefaults({ role: 'Reader', user_group: 'Bonds' })
  await savePeople()
})

afterAll(() => server?.stop())

const setDefaults = (defaults: { role: string; user_group: string }): Promise<unknown> =>
  platform.database.transaction('acme', (tx) => {
    const columns = { ...defaults, updated_at: tx.now, updated_by: 'test' }
    return tx.db
      .insertInto('account_defaults')
      .values({ client: 'acme', ...columns })
      .onConflict((conflict) => conflict.columns(['client']).doUpdateSet(columns))
      .execute()
  })

const savePeople = async (): Promise<void> => {
  const people = [
    { user_reference: 'ines.duarte', roles: ['Equities player', 'Not a role yet'], user_group: 'Equities' },
    { user_reference: 'by.default', roles: null, user_group: null },
    { user_reference: 'to.be.removed', roles: ['Reader'], user_group: 'No such group' },
    { user_reference: 'signs.out', roles: ['Reader'], user_group: null },
    { user_reference: 'two.browsers', roles: ['Reader'], user_group: null },
    { user_reference: 'accepts.terms', roles: ['Reader'], user_group: null },
  ]
  for (const person of people) {
    const { user_reference } = person
    const details = { email: `${user_reference}@example.com`, name: `Name of ${user_reference}`, password }
    await platform.identity.savePerson('acme', { ...person, ...details })
  }
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

const api = async (path: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(`${origin}/api/admin/v1/acme${path}`, init)
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

const as = (id_token: string): RequestInit => ({ headers: { authorization: `Bearer ${id_token}` } })

const post = (id_token: string, body: unknown): RequestInit => ({
  method: 'POST',
  headers: { authorization: `Bearer ${id_token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** The address at which the browser signs in. */
const signInUrl = async () => String((await api(`/url?state=xyz&code_challenge=${codeChallenge}`)).body.url)

const signIn = async (
  login: string,
  browser = new CookieBrowser(),
): Promise<{ id_token: string; refresh_token: string }> => {
  const page = await browser.open(await signInUrl())
  const { url } = await browser.submit(page, { login, password, act: 'sign_in' }, `${origin}/sign-in`)
  expect(url.searchParams.get('state')).toBe('xyz')
  const query = new URLSearchParams({
    code: url.searchParams.get('code') ?? '',
    redirect_uri: `${origin}/sign-in`,
    code_verifier: codeVerifier,
  })
  const exchanged = await api(`/exchange?${query}`)
  expect(exchanged).toMatchObject({ status: 200, body: { expires_in: expect.any(Number) } })
  return exchanged.body as { id_token: string; refresh_token: string }
}

const trailOf = (user_id: string) =>
  platform.database.read('acme', (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['call', 'status_code', 'is_allowed', 'events', 'parameters'])
      .where('client', '=', 'acme')
      .where('user_id', '=', user_id)
      .orderBy('log_id')
      .execute(),
  )

describe('signing in', () => {
  test('creates a portal user with the roles and the group of the identity', async () => {
    const { id_token, refresh_token } = await signIn('ines.duarte')
    expect(refresh_token).toBeTypeOf('string')
    const { status, body } = await api('/profile', as(id_token))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user_reference: 'ines.duarte',
      client: 'acme',
      display_name: 'Name of ines.duarte',
      roles: ['Equities player'],
      user_group: 'Equities',
      groups: ['Equities'],
      terms_accepted: false,
    })
    expect(body.actions).toEqual([
      'payloads:read',
      'payloads:play',
      'payloads:download',
      'payloads:update',
      'payloads:delete',
      'payloads:restore',
    ])
    const trail = await trailOf('ines.duarte')
    expect(trail[0]).toMatchObject({ call: 'GET /exchange', status_code: 200, is_allowed: true })
    expect(trail[0]?.events).toMatchObject([{ event: 'portal_user.created' }, { event: 'session.signed_in' }])
    expect(JSON.stringify(trail)).not.toContain(codeVerifier)
  })

  test('applies the account’s defaults when the identity has no claims', async () => {
    const { id_token } = await signIn('by.default')
    const { body } = await api('/profile', as(id_token))
    expect(body).toMatchObject({ roles: ['Reader'], user_group: 'Bonds', groups: ['Bonds', 'Equities'] })
  })

  test('a refresh gives new tokens', async () => {
    const { refresh_token } = await signIn('by.default')
    const { status, body } = await api(`/exchange?${new URLSearchParams({ refresh_token })}`)
    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(refresh_token)
    expect((await api('/profile', as(String(body.id_token)))).status).toBe(200)
    const exchanges = (await trailOf('by.default')).filter(({ call }) => call === 'GET /exchange')
    expect(exchanges.at(-1)?.events).toMatchObject([{ event: 'session.renewed' }])
  })

  test.each([
    ['an invented code', { code: 'x'.repeat(36), redirect_uri: 'ORIGIN/sign-in' }, 401, 'auth.exchange_failed'],
    ['a code of another length', { code: 'x'.repeat(35), redirect_uri: 'ORIGIN/sign-in' }, 400, 'request.invalid'],
    ['a code without a return address', { code: 'x'.repeat(36) }, 400, 'request.invalid'],
    ['another address', { code: 'x'.repeat(36), redirect_uri: 'https://evil.example' }, 401, 'auth.exchange_failed'],
    [
      'both a code and a refresh token',
      { code: 'x'.repeat(36), redirect_uri: 'ORIGIN/sign-in', refresh_token: 'r' },
      400,
      'request.invalid',
    ],
    ['nothing', {}, 400, 'request.invalid'],
    ['an unknown refresh token', { refresh_token: 'r'.repeat(36) }, 401, 'auth.exchange_failed'],
  ])('with %s is refused', async (_what, query: Record<string, string>, status, code) => {
    const text = new URLSearchParams(query).toString().replaceAll('ORIGIN', encodeURIComponent(origin))
    expect(await api(`/exchange?${text}`)).toMatchObject({ status, body: { code } })
  })

  test('with a wrong password is recorded on the trail of the account, without the text that was typed', async () => {
    const { body } = await api(`/url?code_challenge=${codeChallenge}`)
    const browser = new CookieBrowser()
    const page = await browser.open(String(body.url))
    const typed = 'a password typed into the wrong field'
    for (const login of ['ines.duarte', typed]) {
      expect((await browser.submit(page, { login, password: 'wrong', act: 'sign_in' })).status).toBe(401)
    }
    const refused = { call: 'POST /identity', status_code: 401, is_allowed: false }
    expect(await trailOf('ines.duarte')).toContainEqual(expect.objectContaining(refused))
    const anonymous = await trailOf('anonymous')
    expect(anonymous).toContainEqual(expect.objectContaining(refused))
    expect(JSON.stringify(anonymous)).not.toContain(typed)
  })

  test('never redirects to a privileged port, even in development', async () => {
    expect(await api('/url?local_port=443')).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
  })

  test('does not exist for an unknown account', async () => {
    for (const path of ['url', 'account/metadata', 'exchange?refresh_token=r']) {
      const response = await fetch(`${origin}/api/admin/v1/nobody/${path}`)
      expect([path, response.status]).toEqual([path, 404])
    }
  })

  test('gets its options from the metadata of the account', async () => {
    expect((await api('/account/metadata')).body).toMatchObject({
      client: 'acme',
      name: 'acme plc',
      portals: ['client'],
      sign_in: { provider: 'holdfast', label: null },
    })
  })
})

describe('a live session', () => {
  test('ends at the next call after the person was removed, and cannot be refreshed', async () => {
    const { id_token, refresh_token } = await signIn('to.be.removed')
    expect((await api('/profile', as(id_token))).body.user_group).toBeNull()
    await platform.database.transaction('acme', (tx) =>
      tx.db
        .updateTable('portal_users')
        .set({ is_active: false })
        .where('client', '=', 'acme')
        .where('user_reference', '=', 'to.be.removed')
        .execute(),
    )
    expect(await api('/profile', as(id_token))).toMatchObject({ status: 401, body: { code: 'auth.inactive' } })
    const refreshed = await api(`/exchange?${new URLSearchParams({ refresh_token })}`)
    expect(refreshed).toMatchObject({ status: 401, body: { code: 'auth.inactive' } })
    const again = await api(`/exchange?${new URLSearchParams({ refresh_token })}`)
    expect(again).toMatchObject({ status: 401, body: { code: 'auth.exchange_failed' } })
  })

  test('ends for good when the person signs out', async () => {
    const { id_token, refresh_token } = await signIn('signs.out')
    expect((await api('/session/sign_out', post(id_token, { refresh_token }))).status).toBe(204)
    expect(await api('/profile', as(id_token))).toMatchObject({ status: 401, body: { code: 'auth.inactive' } })
    const refreshed = await api(`/exchange?${new URLSearchParams({ refresh_token })}`)
    expect(refreshed).toMatchObject({ status: 401, body: { code: 'auth.exchange_failed' } })
    const trail = await trailOf('signs.out')
    expect(trail.flatMap(({ events }) => events)).toContainEqual({ event: 'session.signed_out', details: {} })
    expect(JSON.stringify(trail)).not.toContain(refresh_token)
  })

  test('ends in every browser of the person, and their identity provider then asks for the password again', async () => {
    const [office, shared] = [new CookieBrowser(), new CookieBrowser()]
    const { id_token } = await signIn('two.browsers', office)
    const { refresh_token } = await signIn('two.browsers', shared)
    const stopAt = `${origin}/sign-in`
    expect((await shared.open(await signInUrl(), stopAt)).url.searchParams.has('code')).toBe(true)
    expect((await api('/session/sign_out', post(id_token, {}))).status).toBe(204)
    for (const browser of [office, shared]) {
      const page = await browser.open(await signInUrl(), stopAt)
      expect(page.url.searchParams.has('code')).toBe(false)
      expect(page.text).toContain('name="password"')
    }
    const refreshed = await api(`/exchange?${new URLSearchParams({ refresh_token })}`)
    expect(refreshed).toMatchObject({ status: 401, body: { code: 'auth.exchange_failed' } })
  })

  test('is refused with two Authorization headers, a support prefix or a device’s token', async () => {
    const { id_token } = await signIn('by.default')
    const { access_token } = await platform.identity.issueDeviceToken({
      client: 'acme',
      device_reference: 'R58N30ABCDE',
      installation_id: 'install-1',
    })
    const presented = [
      ['authorization', `Bearer ${id_token}`, 'authorization', `Bearer ${id_token}`],
      ['authorization', `InternalSupport 01JD3Z8S7Q5M6N4P2R1T0V9W8X Bearer ${id_token}`],
      ['authorization', `Bearer ${access_token}`],
      ['authorization', `Bearer ${id_token.slice(0, -3)}`],
      [],
    ]
    const statuses = await Promise.all(
      presented.map((headers) => statusWithRawHeaders('/api/admin/v1/acme/profile', headers)),
    )
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    expect(await statusWithRawHeaders('/api/admin/v1/acme/profile', ['Authorization', `Bearer ${id_token}`])).toBe(200)
    expect(await statusWithRawHeaders('/api/admin/v1/admin/profile', ['Authorization', `Bearer ${id_token}`])).toBe(401)
  })
})

/** Sends headers exactly as they are given, also two of the same name. */
const statusWithRawHeaders = async (path: string, headers: string[]): Promise<number> => {
  const { hostname, port, host } = new URL(origin)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: ['host', host, 'connection', 'close', ...headers] })
      .once('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      .once('error', reject)
      .end()
  })
}

describe('terms', () => {
  test('are accepted once, for the text that was shown, and recorded with time and place', async () => {
    const { id_token } = await signIn('accepts.terms')
    const { body: terms } = await api('/terms?locale=pt-BR', as(id_token))
    expect(terms).toMatchObject({ version: currentTermsVersion, locale: 'pt-BR', accepted_at: null })
    expect(createHash('sha256').update(String(terms.text)).digest('hex')).toBe(terms.text_hash)

    const { version, text_hash } = terms
    for (const seen of [
      { version: '2020-1', text_hash, locale: 'pt-BR' },
      { version, text_hash, locale: 'en-GB' },
    ]) {
      const refused = await api('/terms/acceptance', post(id_token, seen))
      expect(refused).toMatchObject({ status: 409, body: { code: 'terms.version_superseded' } })
    }
    const accepted = await api('/terms/acceptance', post(id_token, { version, text_hash, locale: 'pt-BR' }))
    expect(accepted).toMatchObject({ status: 200, body: { version, accepted_at: expect.any(String) } })
    const again = await api('/terms/acceptance', post(id_token, { version, text_hash, locale: 'pt-BR' }))
    expect(again.body).toEqual(accepted.body)

    expect((await api('/profile', as(id_token))).body.terms_accepted).toBe(true)
    expect((await api('/terms', as(id_token))).body.accepted_at).toBe(accepted.body.accepted_at)
    const [row, ...others] = await platform.database.read('acme', (tx) =>
      tx.db.selectFrom('terms_acceptances').selectAll().where('client', '=', 'acme').execute(),
    )
    expect(others).toEqual([])
    expect(row).toMatchObject({
      user_reference: 'accepts.terms',
      locale: 'pt-BR',
      text_hash,
      user_ip: expect.any(String),
    })
  })
})
