import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CustomerIssuer } from '../../apps/server/src/platform/identity/testing/customer-issuer.ts'
import { listen } from '../../apps/server/src/platform/identity/testing/loopback-broker.ts'
import { makeKey, signToken } from '../../apps/server/src/platform/identity/testing/loopback-issuer.ts'
import { TestServer } from '../setup/server.ts'

/** The keys of a customer's issuer: rotated, flooded with unknown names, down, broken, or where no server must go. */

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
/** An issuer of its own with an app that takes its tokens. */
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

describe('keys that change', () => {
  it('are fetched when a token names one that is not known yet, and the withdrawn one is forgotten', async () => {
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

  it('are not fetched for each of a flood of unknown names', async () => {
    await withIssuer(async (issuer) => {
      const stranger = await makeKey('stranger')
      expect(await statusOf(await tokenOf(issuer))).toBe(200)
      const flood = Array.from({ length: 50 }, (_, round) => tokenOf(issuer, stranger, { kid: `forged-${round}` }))
      const statuses = await Promise.all((await Promise.all(flood)).map(statusOf))
      expect(new Set(statuses)).toEqual(new Set([401]))
      expect(issuer.keyFetches).toBe(1)
      expect(await statusOf(await tokenOf(issuer))).toBe(200)
    })
  })

  it('are asked for with pauses while their issuer is down, and nobody gets in meanwhile', async () => {
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

describe('a token that was verified a moment ago', () => {
  const remembered = async (token: string) => {
    for (let call = 0; call < 3; call += 1) expect(await statusOf(token)).toBe(200)
  }
  const changed = (config: object, version: number) =>
    server.call('PUT', `/api/admin/v1/acme/account/apps/app-${made}`, {
      token: boss,
      body: { oidc_config: config, group: null, roles: [], cidr_ranges: null, version },
    })

  it('is not believed once its key was seen to be withdrawn', async () => {
    await withIssuer(async (issuer) => {
      const token = await tokenOf(issuer)
      await remembered(token)
      issuer.publish(await makeKey('second', 'RS256'))
      later(coolDownMs)
      expect(await statusOf(await issuer.token(audience))).toBe(200)
      expect(await statusOf(token)).toBe(401)
    })
  })

  it('ends when it says', async () => {
    await withIssuer(async (issuer) => {
      const now = seconds()
      const claims = { iss: issuer.issuer, aud: audience, sub: 'app', iat: now, exp: now + 20 }
      const token = await signToken(issuer.key, claims)
      await remembered(token)
      later(26_000)
      expect(await statusOf(token)).toBe(401)
    })
  })

  it("is refused on the next call after the app's keys, issuer or audience changed, and after it was deleted", async () => {
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

describe('keys that are none', () => {
  it.each([
    ['no JSON', 'nothing'],
    ['no key set', '[]'],
    ['an empty key set', '{"keys":[]}'],
    ['a symmetric key', JSON.stringify({ keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'first', alg: 'HS256' }] })],
    ['a broken key', JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'first' }] })],
    ['two megabytes', ' '.repeat(2_097_152)],
  ])('open nothing: %s', async (_what, text) => {
    await withIssuer(async (issuer) => {
      issuer.answerKeys = (_request, response: ServerResponse) => response.writeHead(200).end(text)
      expect([401, 503]).toContain(await statusOf(await tokenOf(issuer)))
    })
  })

  it('are not looked for where a redirect leads', async () => {
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

describe('where nobody allowed private addresses', () => {
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
    'keys at %s are refused at the field',
    async (host) => {
      const response = await create('inward', { issuer: 'https://id.example', audience, jwks_uri: `https://${host}/k` })
      expect(response.status).toBe(400)
      const { errors } = (await response.json()) as { errors: { path: string }[] }
      expect(errors.map(({ path }) => path)).toEqual(['/body/oidc_config/jwks_uri'])
    },
  )

  it('keys at a name that leads to this machine are not fetched, and the token is refused', async () => {
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
