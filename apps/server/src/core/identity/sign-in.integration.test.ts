import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CookieBrowser } from '../../../test/cookie-browser.ts'
import {
  codeChallenge,
  codeVerifier,
  type LoopbackBroker,
  password,
  startLoopbackBroker,
  testKeys,
} from '../../../test/loopback-broker.ts'
import { keyPeriodSeconds } from './broker/signing-keys.ts'
import { IssuerConnection } from './issuer-connection.ts'
import { exchangeCode, refresh, revoke, type SignInParts, signInUrl } from './sign-in.ts'
import { verifyPortalToken } from './verify-token.ts'

let now = Date.now()
let broker: LoopbackBroker
let parts: SignInParts
beforeAll(async () => {
  broker = await startLoopbackBroker({ now: () => new Date(now) })
  parts = {
    connection: new IssuerConnection({ issuer: broker.issuer, fetch }),
    keys: testKeys(),
    redirects: { returnUriOf: () => `${broker.origin}/sign-in` },
  }
})
afterAll(() => broker.close())

const codeFor = async (request: Partial<Parameters<typeof signInUrl>[1]> = {}, browser = new CookieBrowser()) => {
  const url = await signInUrl(parts, { client: 'acme', ...request })
  const stopAt = new URL(url).searchParams.get('redirect_uri') ?? ''
  const page = await browser.open(url, stopAt)
  const end = await browser.submit(page, { login: 'ines.duarte', password, act: 'sign_in' }, stopAt)
  return {
    code: end.url.searchParams.get('code') ?? '',
    state: end.url.searchParams.get('state'),
    redirect_uri: stopAt,
  }
}

describe('with a code_challenge of the portal', () => {
  test('a person signs in, refreshes and signs out', async () => {
    const { code, state, redirect_uri } = await codeFor({ code_challenge: codeChallenge, state: 'opaque' })
    expect(state).toBe('opaque')
    const { tokens, person } = await exchangeCode(parts, {
      client: 'acme',
      code,
      redirect_uri,
      code_verifier: codeVerifier,
    })
    expect(tokens.expires_in).toBeGreaterThan(290)
    expect(person).toMatchObject({ user_reference: 'ines.duarte', roles: ['Reviewer'], user_group: 'Equities Desk' })

    const renewed = await refresh(parts, { client: 'acme', refresh_token: tokens.refresh_token })
    expect(renewed.tokens.refresh_token).not.toBe(tokens.refresh_token)
    expect(await verifyPortalToken(renewed.tokens.id_token, 'acme', parts.connection)).toMatchObject({
      user_reference: person.user_reference,
      roles: person.roles,
      user_group: person.user_group,
    })

    await revoke(parts, 'acme', renewed.tokens.refresh_token)
    await expect(refresh(parts, { client: 'acme', refresh_token: renewed.tokens.refresh_token })).rejects.toMatchObject(
      {
        code: 'auth.exchange_failed',
      },
    )
  })

  test.each([
    ['no verifier', {}],
    ['another verifier', { code_verifier: 'c'.repeat(64) }],
    ['another account', { client: 'globex', code_verifier: codeVerifier }],
    [
      'a return address that is not allowed',
      { redirect_uri: 'https://evil.example/sign-in', code_verifier: codeVerifier },
    ],
    ['an invented code', { code: 'x'.repeat(36), code_verifier: codeVerifier }],
  ])('the code is refused with %s', async (_what, changes) => {
    const { code, redirect_uri } = await codeFor({ code_challenge: codeChallenge })
    await expect(exchangeCode(parts, { client: 'acme', code, redirect_uri, ...changes })).rejects.toMatchObject({
      code: 'auth.exchange_failed',
    })
  })

  test('an id token of one account is refused for another', async () => {
    const { code, redirect_uri } = await codeFor({ code_challenge: codeChallenge })
    const { tokens } = await exchangeCode(parts, { client: 'acme', code, redirect_uri, code_verifier: codeVerifier })
    await expect(verifyPortalToken(tokens.id_token, 'globex', parts.connection)).rejects.toMatchObject({
      code: 'auth.bad_token',
    })
  })
})

describe('without a code_challenge', () => {
  test('the server creates its own, which nobody else has', async () => {
    const { code, redirect_uri } = await codeFor()
    const { person } = await exchangeCode(parts, { client: 'acme', code, redirect_uri })
    expect(person.user_reference).toBe('ines.duarte')
    const again = await codeFor()
    const elsewhere = { ...parts, keys: testKeys() }
    await expect(exchangeCode(elsewhere, { client: 'acme', code: again.code, redirect_uri })).rejects.toMatchObject({
      code: 'auth.exchange_failed',
    })
  })
})

describe('return addresses', () => {
  test('a program can use a port of the person’s own machine', async () => {
    const { code, redirect_uri } = await codeFor({ local_port: 5173 })
    expect(redirect_uri).toBe('http://localhost:5173/sign-in')
    expect((await exchangeCode(parts, { client: 'acme', code, redirect_uri })).person.user_reference).toBe(
      'ines.duarte',
    )
  })

  test('a program gets no code of a live session unless the person signs in again', async () => {
    const browser = new CookieBrowser()
    await codeFor({}, browser)
    const portal = await signInUrl(parts, { client: 'acme' })
    const silent = await browser.open(portal, new URL(portal).searchParams.get('redirect_uri') ?? '')
    expect(silent.url.searchParams.get('code')).toHaveLength(36)
    const program = await signInUrl(parts, { client: 'acme', local_port: 5173 })
    const page = await browser.open(program, 'http://localhost:5173/sign-in')
    expect(page.url.pathname).toContain('/interaction/')
    expect((await codeFor({ local_port: 5173 }, browser)).code).toHaveLength(36)
  })

  test('a privileged port is refused', async () => {
    await expect(signInUrl(parts, { client: 'acme', local_port: 443 })).rejects.toMatchObject({
      code: 'request.invalid',
      problems: [expect.objectContaining({ path: '/query/local_port' })],
    })
  })
})

describe('with a host for each portal', () => {
  const redirects = { returnUriOf: (client: string) => `https://${client}.example/sign-in` }

  test.each(['acme', 'globex'])('the broker returns people of %s to the host of their portal', async (client) => {
    const url = new URL(await signInUrl({ ...parts, redirects }, { client }))
    expect(`${url.origin}/identity`).toBe(broker.issuer)
    expect(url.searchParams.get('redirect_uri')).toBe(`https://${client}.example/sign-in`)
  })

  test('a code is refused with the return address of another account’s portal', async () => {
    const { code } = await codeFor()
    const elsewhere = { client: 'acme', code, redirect_uri: 'https://globex.example/sign-in' }
    await expect(exchangeCode({ ...parts, redirects }, elsewhere)).rejects.toMatchObject({
      code: 'auth.exchange_failed',
    })
  })
})

describe('the broker’s keys', () => {
  test('rotate by themselves; tokens of the previous period stay valid, and keys of the next one are published early', async () => {
    const signIn = async () => {
      const { code, redirect_uri } = await codeFor({ code_challenge: codeChallenge })
      return (await exchangeCode(parts, { client: 'acme', code, redirect_uri, code_verifier: codeVerifier })).tokens
    }
    const header = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    const before = await signIn()
    const begin = now
    try {
      // Only the broker's clock moves to the next period. Its tokens are then from the future, so only their key is
      // checked.
      now += keyPeriodSeconds * 1000
      const published = (await (await fetch(`${broker.issuer}/jwks`)).json()) as { keys: { kid: string }[] }
      const after = await codeFor({ code_challenge: codeChallenge })
      const response = await fetch(`${broker.issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: 'portal.acme',
          code: after.code,
          redirect_uri: after.redirect_uri,
          code_verifier: codeVerifier,
        }),
      })
      const { id_token } = (await response.json()) as { id_token: string }
      expect(decodeJwt(id_token).sub).toBe('ines.duarte')
      expect(header(id_token).kid).not.toBe(header(before.id_token).kid)
      const kids = published.keys.map(({ kid }) => kid)
      expect(kids).toContain(header(before.id_token).kid)
      expect(kids).toContain(header(id_token).kid)
      expect(await verifyPortalToken(id_token, 'acme', parts.connection)).toMatchObject({
        user_reference: 'ines.duarte',
      })
    } finally {
      now = begin
    }
  })
})

describe('a provider that is down', () => {
  test('causes another error than a refusal', async () => {
    const { code, redirect_uri } = await codeFor({ code_challenge: codeChallenge })
    const cut = { ...parts, connection: new IssuerConnection({ issuer: broker.issuer, fetch: cutAfterDiscovery }) }
    await expect(
      exchangeCode(cut, { client: 'acme', code, redirect_uri, code_verifier: codeVerifier }),
    ).rejects.toMatchObject({
      code: 'server.dependency_down',
    })
  })

  const cutAfterDiscovery: typeof fetch = (input, init) =>
    String(input).includes('.well-known') ? fetch(input, init) : fetch('http://127.0.0.1:1/', init)
})
