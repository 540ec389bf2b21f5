import { ProductError } from '@holdfast/contract'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CookieBrowser } from '../../../../test/cookie-browser.ts'
import {
  authorizationUrl,
  codeVerifier,
  type LoopbackBroker,
  obtainCode,
  password,
  signIn,
  startLoopbackBroker,
} from '../../../../test/loopback-broker.ts'

let broker: LoopbackBroker
beforeAll(async () => {
  broker = await startLoopbackBroker()
})
afterAll(() => broker.close())

const token = async (parameters: Record<string, string>): Promise<{ status: number; body: Record<string, string> }> => {
  const response = await fetch(`${broker.issuer}/token`, { method: 'POST', body: new URLSearchParams(parameters) })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const exchange = (code: string, changes: Record<string, string> = {}) =>
  token({
    grant_type: 'authorization_code',
    client_id: 'portal.acme',
    redirect_uri: `${broker.origin}/sign-in`,
    code_verifier: codeVerifier,
    code,
    ...changes,
  })

const refresh = (refresh_token: string, client_id = 'portal.acme') =>
  token({ grant_type: 'refresh_token', client_id, refresh_token })

describe('signing in', () => {
  test('a person signs in with a password and the portal gets a code of 36 characters and its state', async () => {
    const { url } = await signIn(broker)
    expect(broker.faults).toEqual([])
    expect(`${url.origin}${url.pathname}`).toBe(`${broker.origin}/sign-in`)
    expect(url.searchParams.get('code')).toMatch(/^[\w-]{36}$/)
    expect(url.searchParams.get('state')).toBe('portal state')
    expect(broker.events).toContainEqual(
      expect.objectContaining({ event: 'signed_in', client: 'acme', user_reference: 'ines.duarte' }),
    )
  })

  test('the id token is valid for this account only, and identifies the person', async () => {
    const { status, body } = await exchange(await obtainCode(broker, { login: 'Ines.Duarte@Example.com' }))
    expect(status).toBe(200)
    expect(body.expires_in).toBe(300)
    const claims = decodeJwt(body.id_token ?? '')
    expect(claims).toMatchObject({
      iss: broker.issuer,
      aud: 'portal.acme',
      sub: 'ines.duarte',
      email: 'ines.duarte@example.com',
      name: 'Inês Duarte',
      holdfast_client: 'acme',
      roles: ['Reviewer'],
      user_group: 'Equities Desk',
    })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300)
  })

  test('the id token has no roles and no group when the identity names none', async () => {
    const code = await obtainCode(broker, { client: 'globex', login: 'hank.scorpio' })
    const { body } = await exchange(code, { client_id: 'portal.globex' })
    const claims = decodeJwt(body.id_token ?? '')
    expect(claims.sub).toBe('hank.scorpio')
    expect(claims).not.toHaveProperty('roles')
    expect(claims).not.toHaveProperty('user_group')
  })

  test('a second sign-in needs no password, but another account does', async () => {
    const browser = new CookieBrowser()
    await signIn(broker, { browser })
    const again = await browser.open(authorizationUrl(broker, 'acme'), `${broker.origin}/sign-in`)
    expect(again.url.searchParams.get('code')).toHaveLength(36)
    const elsewhere = await browser.open(authorizationUrl(broker, 'globex'), `${broker.origin}/sign-in`)
    expect(elsewhere.text).toContain('Sign in to Globex')
  })

  test('somebody who became inactive is asked to sign in again', async () => {
    const browser = new CookieBrowser()
    const person = await broker.people.findByReference('acme', 'ines.duarte')
    if (person === undefined) throw new Error('the person is missing')
    await broker.people.save('acme', { ...person, user_reference: 'leaver', email: 'leaver@example.com' })
    await signIn(broker, { browser, login: 'leaver' })
    await broker.people.save('acme', {
      ...person,
      user_reference: 'leaver',
      email: 'leaver@example.com',
      is_active: false,
    })
    const page = await browser.open(authorizationUrl(broker, 'acme'), `${broker.origin}/sign-in`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('name="password"')
  })

  test('cancelling tells the portal that access was declined', async () => {
    const browser = new CookieBrowser()
    const page = await browser.open(authorizationUrl(broker, 'acme'))
    const { url } = await browser.submit(page, { act: 'cancel' }, `${broker.origin}/sign-in`)
    expect(url.searchParams.get('error')).toBe('access_denied')
  })
})

describe('what the broker refuses', () => {
  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['an implicit response', { response_type: 'id_token', nonce: 'n' }, 'unsupported_response_type'],
  ])('%s', async (_what, changes, error) => {
    const { url } = await new CookieBrowser().open(
      authorizationUrl(broker, 'acme', changes),
      `${broker.origin}/sign-in`,
    )
    expect(new URLSearchParams(url.search || url.hash.slice(1)).get('error')).toBe(error)
  })

  test.each([
    'https://evil.example/sign-in',
    'http://127.0.0.1:80/sign-in',
    'http://localhost:1023/sign-in',
    'http://localhost:65536/sign-in',
    'http://localhost:04400/sign-in',
    'http://localhost@evil.example:4400/sign-in',
    'http://localhost:4400/sign-in?x=1',
    'http://localhost:4400/other',
  ])('a return address outside the portal: %s', async (redirect_uri) => {
    const page = await new CookieBrowser().open(authorizationUrl(broker, 'acme', { redirect_uri }))
    expect(page.url.pathname).toBe('/identity/auth')
    expect(page.status).toBe(400)
    expect(page.text).toContain('Sign-in is not possible')
  })

  test('but a local port of a developer is allowed', async () => {
    const redirect_uri = 'http://localhost:5173/sign-in'
    const browser = new CookieBrowser()
    const page = await browser.open(authorizationUrl(broker, 'acme', { redirect_uri }))
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:5173;")
    const { url } = await browser.submit(page, { login: 'ines.duarte', password, act: 'sign_in' }, redirect_uri)
    expect(url.searchParams.get('code')).toHaveLength(36)
  })

  test.each(['portal.nobody', 'nobody', 'portal.ACME'])('an unknown account: %s', async (client_id) => {
    const page = await new CookieBrowser().open(authorizationUrl(broker, 'acme', { client_id }))
    expect(page.status).toBe(400)
  })

  test('the path of an account for another account', async () => {
    const url = authorizationUrl(broker, 'globex')
    for (const path of [
      '/accounts/acme/auth',
      '/accounts/acme/token',
      '/accounts/acme/jwks',
      '/accounts/nobody/auth/x',
    ]) {
      const page = await new CookieBrowser().open(`${broker.issuer}${path}${url.search}`)
      expect(page.status, path).toBe(404)
    }
  })
})

describe('codes and refresh tokens', () => {
  test('a code works once; using it again revokes the tokens that it gave', async () => {
    const code = await obtainCode(broker)
    const { body } = await exchange(code)
    const replay = await exchange(code)
    expect([replay.status, replay.body.error]).toEqual([400, 'invalid_grant'])
    expect((await refresh(body.refresh_token ?? '')).body.error).toBe('invalid_grant')
  })

  test('of two exchanges at once, one succeeds', async () => {
    const code = await obtainCode(broker)
    const answers = await Promise.all([exchange(code), exchange(code), exchange(code)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    ['another code_verifier', { code_verifier: 'b'.repeat(64) }],
    ['no code_verifier', { code_verifier: '' }],
    ['another redirect_uri', { redirect_uri: 'http://localhost:5173/sign-in' }],
    ['another account', { client_id: 'portal.globex' }],
  ])('a code is refused with %s', async (_what, changes) => {
    const { status, body } = await exchange(await obtainCode(broker), changes)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  test('refresh tokens rotate; using an old one again ends the whole family', async () => {
    const first = (await exchange(await obtainCode(broker))).body.refresh_token ?? ''
    const second = (await refresh(first)).body
    expect(second.refresh_token).not.toBe(first)
    expect(decodeJwt(second.id_token ?? '')).toMatchObject({
      sub: 'ines.duarte',
      aud: 'portal.acme',
      roles: ['Reviewer'],
    })
    expect((await refresh(first)).body.error).toBe('invalid_grant')
    expect((await refresh(second.refresh_token ?? '')).body.error).toBe('invalid_grant')
  })

  test('a refresh token of one account does not work for another', async () => {
    const { body } = await exchange(await obtainCode(broker))
    expect((await refresh(body.refresh_token ?? '', 'portal.globex')).body.error).toBe('invalid_grant')
  })

  test('revoking the refresh token also ends the session in the browser', async () => {
    const browser = new CookieBrowser()
    const { body } = await exchange(await obtainCode(broker, { browser }))
    const revoked = await fetch(`${broker.issuer}/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'portal.acme', token: body.refresh_token ?? '' }),
    })
    expect(revoked.status).toBe(200)
    expect((await refresh(body.refresh_token ?? '')).body.error).toBe('invalid_grant')
    const page = await browser.open(authorizationUrl(broker, 'acme'), `${broker.origin}/sign-in`)
    expect(page.text).toContain('name="password"')
  })

  test('no secret is stored in plain text', async () => {
    const code = await obtainCode(broker)
    const { body } = await exchange(code)
    const kept = broker.store.dump()
    for (const secret of [code, body.refresh_token, body.id_token, body.access_token]) {
      expect(secret).toMatch(/.{36}/)
      expect(kept).not.toContain(secret)
    }
  })
})

describe('addresses', () => {
  test('discovery names addresses below the issuer, whatever host a request claims', async () => {
    const response = await fetch(`${broker.issuer}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })
    const metadata = (await response.json()) as Record<string, unknown>
    expect(metadata).toMatchObject({
      issuer: broker.issuer,
      authorization_endpoint: `${broker.issuer}/auth`,
      token_endpoint: `${broker.issuer}/token`,
      jwks_uri: `${broker.issuer}/jwks`,
      revocation_endpoint: `${broker.issuer}/token/revocation`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    })
  })

  test('behind a proxy that terminates TLS, addresses and cookies use the issuer’s origin', async () => {
    const issuer = 'https://holdfast.example/identity'
    const returnUri = 'https://holdfast.example/sign-in'
    const proxied = await startLoopbackBroker({
      issuer,
      redirects: { returnUriOf: () => returnUri },
    })
    try {
      const { search } = authorizationUrl({ issuer, origin: 'https://holdfast.example' }, 'acme')
      const response = await fetch(`${proxied.issuer}/auth${search}`, { redirect: 'manual' })
      expect(response.headers.get('location')).toMatch(
        /^https:\/\/holdfast\.example\/identity\/accounts\/acme\/interaction\//,
      )
      const cookies = response.headers.getSetCookie()
      expect(cookies.length).toBeGreaterThan(0)
      for (const cookie of cookies)
        expect(cookie).toMatch(/; secure; httponly; samesite=lax$|; samesite=lax; secure; httponly$/i)
    } finally {
      await proxied.close()
    }
  })

  test('the answer is 503 while the store is down', async () => {
    const down = await startLoopbackBroker({
      accounts: { find: () => Promise.reject(new ProductError('server.dependency_down', { part: 'The database' })) },
    })
    try {
      expect((await fetch(authorizationUrl(down, 'acme'))).status).toBe(503)
    } finally {
      await down.close()
    }
  })

  test('published keys contain nothing private', async () => {
    const { keys } = (await (await fetch(`${broker.issuer}/jwks`)).json()) as { keys: Record<string, unknown>[] }
    expect(keys).toHaveLength(3)
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  })
})
