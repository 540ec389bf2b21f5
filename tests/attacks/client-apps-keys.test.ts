import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CustomerIssuer } from '../../apps/server/test/customer-issuer.ts'
import { listen } from '../../apps/server/test/loopback-broker.ts'
import { makeKey, signToken } from '../../apps/server/test/loopback-issuer.ts'
import { TestServer } from '../setup/server.ts'

/**
 * The signing keys of a customer's issuer: rotated, requested under many unknown names, unavailable, broken, or at a
 * private address.
 */

const audience = 'https://holdfast.example/acme'
const profile = '/api/admin/v1/acme/profile'
const coolDownMs = 10_000
const pauseAfterFailureMs = 5_000
const keptForMs = 5 * 60_000

let server: TestServer
let boss: string

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme')
  boss = await server.signIn('acme', { user_reference: 'boss', roles: ['Account Administrator'] })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => server?.stop())

let made = 0
/** Runs `work` with a new issuer and an app that accepts its tokens. */
const withIssuer = async (work: (issuer: CustomerIssuer) => Promise<void>, changes = {}): Promise<void> => {
  const issuer = await CustomerIssuer.start()
  made += 1
  const oidc_config = { issuer: issuer.issuer, audience, jwks_uri: issuer.jwks_uri, ...changes }
  try {
    const response = await server.call('POST', `/api/admin/v1/acme/account/apps/app-${made}`, {
      token: boss,
      body: { oidc_config, group: null, roles: [], cidr_ranges: null },
    })
    expect(response.status).toBe(200)
    await work(issuer)
  } finally {
    await issuer.close()
  }
}

const seconds = () => Math.floor(Date.now() / 1000)
const tokenOf = (issuer: CustomerIssuer, key = issuer.key, header = {}) =>
  signToken(
    key,
    { iss: issuer.issuer, aud: audience, sub: 'app', iat: seconds(), exp: seconds() + 300 },
    { typ: 'at+jwt', ...header },
  )
const statusOf = async (token: string) => (await server.call('GET', profile, { token })).status
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

describe('changed keys', () => {
  it('are fetched when a token names an unknown key, and withdrawn ones are no longer accepted', async () => {
    await withIssuer(async (issuer) => {
      const old = issuer.key
      expect(await statusOf(await issuer.token(audience))).toBe(200)
      issuer.publish(await makeKey('second', 'RS256'), old)
      later(coolDownMs)
      expect(await statusOf(await issuer.token(audience))).toBe(200)
      expect(await statusOf(await tokenOf(issuer, old))).toBe(200)
      expect(issuer.keyFetches).toBe(2)
      issuer.publish(issuer.key)
      later(keptForMs)
      expect(await statusOf(await tokenOf(issuer, old))).toBe(401)
      expect(await statusOf(await issuer.token(audience))).toBe(200)
    })
  })

  it('are not fetched again for each of many unknown names', async () => {
    await withIssuer(async (issuer) => {
      const stranger = await makeKey('stranger')
      expect(await statusOf(await tokenOf(issuer))).toBe(200)
      const forgedTokens = Array.from({ length: 50 }, (_, round) =>
        tokenOf(issuer, stranger, { kid: `forged-${round}` }),
      )
      const statuses = await Promise.all((await Promise.all(forgedTokens)).map(statusOf))
      expect(new Set(statuses)).toEqual(new Set([401]))
      expect(issuer.keyFetches).toBe(1)
      expect(await statusOf(await tokenOf(issuer))).toBe(200)
    })
  })

  it('are fetched again only after a pause while the issuer is down, and no token is accepted meanwhile', async () => {
    await withIssuer(async (issuer) => {
      issuer.answerKeys = (_request, response: ServerResponse) => response.writeHead(503).end()
      for (let round = 0; round < 5; round += 1) expect(await statusOf(await tokenOf(issuer))).toBe(503)
      expect(issuer.keyFetches).toBe(1)
      issuer.answerKeys = null
      later(pauseAfterFailureMs)
      expect(await statusOf(await tokenOf(issuer))).toBe(200)
    })
  })
})

describe('a token that was verified before', () => {
  const remembered = async (token: string) => {
    for (let call = 0; call < 3; call += 1) expect(await statusOf(token)).toBe(200)
  }
  const changed = (config: object, version: number) =>
    server.call('PUT', `/api/admin/v1/acme/account/apps/app-${made}`, {
      token: boss,
      body: { oidc_config: config, group: null, roles: [], cidr_ranges: null, version },
    })

  it('is refused once its key has been withdrawn', async () => {
    await withIssuer(async (issuer) => {
      const token = await tokenOf(issuer)
      await remembered(token)
      issuer.publish(await makeKey('second', 'RS256'))
      later(coolDownMs)
      expect(await statusOf(await issuer.token(audience))).toBe(200)
      expect(await statusOf(token)).toBe(401)
    })
  })

  it('is refused after it expires', async () => {
    await withIssuer(async (issuer) => {
      const now = seconds()
      const claims = { iss: issuer.issuer, aud: audience, sub: 'app', iat: now, exp: now + 20 }
      const token = await signToken(issuer.key, claims)
      await remembered(token)
      later(26_000)
      expect(await statusOf(token)).toBe(401)
    })
  })

  it("is refused at the next call after the app's keys, issuer or audience changed, or the app was deleted", async () => {
    await withIssuer(async (issuer) => {
      const config = { issuer: issuer.issuer, audience, jwks_uri: issuer.jwks_uri }
      const elsewhere = await CustomerIssuer.start()
      const token = await tokenOf(issuer)
      const others = [
        { jwks_uri: elsewhere.jwks_uri },
        { issuer: elsewhere.issuer },
        { audience: 'https://other.example' },
      ]
      let version = 1
      for (const change of others) {
        await remembered(token)
        for (const [wanted, status] of [
          [{ ...config, ...change }, 401],
          [config, 200],
        ] as const) {
          expect((await changed(wanted, version)).status).toBe(200)
          expect([change, await statusOf(token)]).toEqual([change, status])
          version += 1
        }
      }
      await remembered(token)
      await server.call('DELETE', `/api/admin/v1/acme/account/apps/app-${made}`, { token: boss })
      expect(await statusOf(token)).toBe(401)
      await elsewhere.close()
    })
  })
})

describe('invalid keys', () => {
  it.each([
    ['no JSON', 'nothing'],
    ['not a key set', '[]'],
    ['an empty key set', '{"keys":[]}'],
    ['a symmetric key', JSON.stringify({ keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'first', alg: 'HS256' }] })],
    ['a broken key', JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'first' }] })],
    ['two megabytes', ' '.repeat(2_097_152)],
  ])('are not accepted: %s', async (_what, text) => {
    await withIssuer(async (issuer) => {
      issuer.answerKeys = (_request, response: ServerResponse) => response.writeHead(200).end(text)
      expect([401, 503]).toContain(await statusOf(await tokenOf(issuer)))
    })
  })

  it('are not fetched from the target of a redirect', async () => {
    await withIssuer(async (issuer) => {
      let visits = 0
      const elsewhere = await listen()
      elsewhere.serve((_request, response) => {
        visits += 1
        response.end(JSON.stringify({ keys: [issuer.key.jwk] }))
      })
      issuer.answerKeys = (_request, response: ServerResponse) =>
        response.writeHead(302, { location: `${elsewhere.origin}/jwks` }).end()
      expect(await statusOf(await tokenOf(issuer))).toBe(503)
      expect(visits).toBe(0)
      await elsewhere.close()
    })
  })
})

describe('without permission for private addresses', () => {
  let guarded: TestServer
  let token: string
  beforeAll(async () => {
    guarded = await TestServer.start({ environment: { HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'false' } })
    await guarded.openAccount('acme')
    token = await guarded.signIn('acme', { user_reference: 'boss', roles: ['Account Administrator'] })
  })
  afterAll(() => guarded?.stop())

  const create = (app_reference: string, oidc_config: object) =>
    guarded.call('POST', `/api/admin/v1/acme/account/apps/${app_reference}`, {
      token,
      body: { oidc_config, group: null, roles: [], cidr_ranges: null },
    })

  it.each(['127.0.0.1', '10.0.0.8', '169.254.169.254', '[::1]', '[::ffff:7f00:1]', '0x7f.1', '2130706433'])(
    'a key address at %s is refused with an error at the field',
    async (host) => {
      const response = await create('inward', { issuer: 'https://id.example', audience, jwks_uri: `https://${host}/k` })
      expect(response.status).toBe(400)
      const { errors } = (await response.json()) as { errors: { path: string }[] }
      expect(errors.map(({ path }) => path)).toEqual(['/body/oidc_config/jwks_uri'])
    },
  )

  it('keys at a host name of this machine are not fetched, and the token is refused', async () => {
    const issuer = await CustomerIssuer.start()
    const { port } = new URL(issuer.issuer)
    const jwks_uri = `https://localhost:${port}/jwks`
    expect((await create('inward', { issuer: issuer.issuer, audience, jwks_uri })).status).toBe(200)
    const response = await guarded.call('GET', profile, { token: await tokenOf(issuer) })
    expect(response.status).toBe(401)
    expect(issuer.keyFetches).toBe(0)
    await issuer.close()
  })
})
