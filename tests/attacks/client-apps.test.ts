import { createHmac, createPublicKey } from 'node:crypto'
import type { ClientAppConfiguration, UserProfile } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bumpAccessVersion } from '../../apps/server/src/core/authorization/index.ts'
import { CustomerIssuer } from '../../apps/server/test/customer-issuer.ts'
import { type IssuerKey, makeKey, signToken } from '../../apps/server/test/loopback-issuer.ts'
import { TestServer } from '../setup/server.ts'

/** A client app is admitted with a token of its own issuer, and with nothing else. */

const audience = 'https://holdfast.example/acme'
const profile = '/api/admin/v1/acme/profile'
const apps = '/api/admin/v1/acme/account/apps'

let server: TestServer
let issuer: CustomerIssuer
let boss: string
let stranger: IssuerKey

beforeAll(async () => {
  server = await TestServer.start()
  issuer = await CustomerIssuer.start()
  stranger = await makeKey('first')
  await server.openAccount('acme', ['Equities', 'Rates'])
  await server.openAccount('globex')
  await server.addRole('acme', 'Equities reader', [
    { actions_matching: 'devices:read', conditions: [{ names_matching: 'Equities' }] },
  ])
  boss = await server.signIn('acme', { user_reference: 'boss', roles: ['Account Administrator'] })
  await create('archiver', {})
})
afterAll(async () => {
  await issuer?.close()
  await server?.stop()
})

const create = async (app_reference: string, changes: Record<string, unknown>): Promise<ClientAppConfiguration> => {
  const response = await server.call('POST', `${apps}/${app_reference}`, {
    token: boss,
    body: { oidc_config: configOf({}), group: 'Equities', roles: ['Equities reader'], cidr_ranges: null, ...changes },
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as ClientAppConfiguration
}
const configOf = (changes: Partial<Record<'issuer' | 'audience' | 'jwks_uri', string>>) => ({
  issuer: issuer.issuer,
  audience,
  jwks_uri: issuer.jwks_uri,
  ...changes,
})

const seconds = () => Math.floor(Date.now() / 1000)
type Claims = Parameters<typeof signToken>[1]
const claims = (changes: Claims = {}): Claims => ({
  iss: issuer.issuer,
  aud: audience,
  sub: 'archiver',
  iat: seconds(),
  exp: seconds() + 300,
  ...changes,
})
const answerTo = async (token: string, path = profile) => {
  const response = await server.call('GET', path, { token })
  const body = (await response.json()) as { code?: string }
  return { status: response.status, code: body.code }
}
const refused = { status: 401, code: 'auth.bad_token' }
const accepted = { status: 200, code: undefined }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe("a token of the app's issuer", () => {
  it('is accepted with the group and roles of the app, whatever claims it has itself', async () => {
    const seen = await server.getJson<UserProfile>(profile, await issuer.token(audience))
    expect(seen).toMatchObject({
      user_reference: 'archiver',
      roles: ['Equities reader'],
      user_group: 'Equities',
      groups: ['Equities'],
      actions: ['devices:read'],
    })
    const claimsWithRoles = {
      ...claims(),
      roles: ['Account Administrator'],
      user_group: 'Rates',
      holdfast_client: 'globex',
    }
    expect(await server.getJson<UserProfile>(profile, await signToken(issuer.key, claimsWithRoles))).toEqual(seen)
  })

  it('allows what the roles allow, and never what is reserved for people or handsets', async () => {
    const token = await issuer.token(audience)
    expect(await answerTo(token, '/api/admin/v1/acme/devices')).toEqual(accepted)
    for (const path of ['/api/admin/v1/acme/users', apps, '/api/admin/v1/acme/terms']) {
      expect([path, await answerTo(token, path)]).toEqual([path, { status: 403, code: 'auth.forbidden' }])
    }
    expect(await answerTo(token, '/api/admin/v1/clients')).toEqual(refused)
    expect(await answerTo(token, '/api/admin/v1/globex/profile')).toEqual(refused)
    expect(await answerTo(token, '/api/device/v1/commands')).toMatchObject({ status: 401 })
  })

  it('appears on the trail as an app, also when a person has the same name', async () => {
    await server.signIn('acme', { user_reference: 'archiver', roles: ['Account Administrator'] })
    const token = await issuer.token(audience)
    expect(await server.getJson<UserProfile>(profile, token)).toMatchObject({ roles: ['Equities reader'] })
    await answerTo(token, '/api/admin/v1/acme/users')
    const query = 'filter[user_id]=archiver&filter[is_client_app]=true'
    await server.signIn('acme', { user_reference: 'auditor', roles: ['Auditor'] })
    const auditor = await server.signInAgain('acme', 'auditor')
    const { items } = await server.getJson<{ items: Record<string, unknown>[] }>(
      `/api/admin/v1/acme/activities?${query}`,
      auditor,
    )
    expect(items[0]).toMatchObject({ user_id: 'archiver', is_client_app: true, roles: ['Equities reader'] })
    expect(items.some(({ is_allowed }) => is_allowed === false)).toBe(true)
  })

  it.each([
    ['for several audiences', { aud: ['https://elsewhere.example', audience] }, {}],
    ['of the type for access tokens', {}, { typ: 'at+jwt' }],
  ])('%s is accepted', async (_what, changes, header) => {
    expect(await answerTo(await signToken(issuer.key, claims(changes), header))).toEqual(accepted)
  })
})

describe('a token is refused', () => {
  it.each([
    ['from another issuer', { iss: 'https://evil.example' }],
    ['with another spelling of the issuer', { iss: 'SLASH' }],
    ['without an issuer', { iss: undefined }],
    ['with an issuer that the database cannot search for', { iss: 'https://evil.example/\0' }],
    ['for another audience', { aud: 'https://holdfast.example/globex' }],
    ['for an audience with the same beginning', { aud: `${audience}/more` }],
    ['without an audience', { aud: undefined }],
    ['with audiences that are none', { aud: [null, { a: 1 }] as unknown as string[] }],
    ['that expired', { exp: seconds() - 30 }],
    ['that never expires', { exp: undefined }],
    ['with an expiry in text', { exp: '9999999999' as unknown as number }],
    ['that is not yet valid', { nbf: seconds() + 3_600 }],
    ['issued in the future', { iat: seconds() + 3_600 }],
    ['issued yesterday', { iat: seconds() - 25 * 60 * 60 }],
    ['without a time of issue', { iat: undefined }],
  ])('%s', async (_what, changes) => {
    const iss = 'iss' in changes && changes.iss === 'SLASH' ? { iss: `${issuer.issuer}/` } : {}
    expect(await answerTo(await signToken(issuer.key, claims({ ...changes, ...iss } as Claims)))).toEqual(refused)
  })

  it.each(['logout+jwt', 'secevent+jwt', 'dpop+jwt'])('of another type: %s', async (typ) => {
    expect(await answerTo(await signToken(issuer.key, claims(), { typ }))).toEqual(refused)
  })

  it('without a signature', async () => {
    expect(await answerTo(`${encode({ alg: 'none' })}.${encode(claims())}.`)).toEqual(refused)
    for (const alg of ['none', 'None', 'NONE']) {
      expect(await answerTo(`${encode({ alg, kid: 'first' })}.${encode(claims())}.AA`)).toEqual(refused)
    }
  })

  it.each(['pem', 'der', 'jwk'] as const)('with a MAC whose secret is the public key (%s)', async (format) => {
    const publicKey = createPublicKey(issuer.key.privateKey)
    const password = {
      pem: () => publicKey.export({ format: 'pem', type: 'spki' }),
      der: () => publicKey.export({ format: 'der', type: 'spki' }),
      jwk: () => JSON.stringify(publicKey.export({ format: 'jwk' })),
    }[format]()
    const signed = `${encode({ alg: 'HS256', kid: 'first', typ: 'JWT' })}.${encode(claims())}`
    const mac = createHmac('sha256', password).update(signed).digest('base64url')
    expect(await answerTo(`${signed}.${mac}`)).toEqual(refused)
  })

  it("signed with a key of somebody else under the name of the app's key, or with a key that it contains", async () => {
    expect(await answerTo(await signToken(stranger, claims()))).toEqual(refused)
    for (const header of [{ jwk: stranger.jwk }, { jku: issuer.jwks_uri }, { x5u: 'https://evil.example' }]) {
      for (const signer of [stranger, issuer.key]) {
        expect(await answerTo(await signToken(signer, claims(), header))).toEqual(refused)
      }
    }
  })

  it('of a person, sent as that of an app', async () => {
    const globex = await server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
    expect(await answerTo(globex)).toEqual(refused)
  })

  it('with a support prefix, or beside another token', async () => {
    const token = await issuer.token(audience)
    const response = await server.call('GET', profile, {
      headers: { authorization: `InternalSupport 01JD3Z8S7Q5M6N4P2R1T0V9W8X Bearer ${token}` },
    })
    expect(response.status).toBe(401)
    expect(await answerTo(`${token}, Bearer ${token}`)).toEqual(refused)
  })
})

describe('an app', () => {
  it('is refused from the next call after it was deleted', async () => {
    await create('short-lived', { oidc_config: configOf({ audience: 'urn:acme:short-lived' }) })
    const token = await issuer.token('urn:acme:short-lived')
    expect(await answerTo(token)).toEqual(accepted)
    expect((await server.call('DELETE', `${apps}/short-lived`, { token: boss })).status).toBe(204)
    expect(await answerTo(token)).toEqual(refused)
  })

  it('of another account has no access', async () => {
    const hank = await server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
    const made = await server.call('POST', '/api/admin/v1/globex/account/apps/archiver', {
      token: hank,
      body: { oidc_config: configOf({ audience: 'urn:globex:app' }), group: null, roles: [], cidr_ranges: null },
    })
    expect(made.status).toBe(200)
    const token = await issuer.token('urn:globex:app')
    expect(await answerTo(token, '/api/admin/v1/globex/profile')).toEqual(accepted)
    expect(await answerTo(token)).toEqual(refused)
  })
})

describe('the addresses from which an app may call', () => {
  const admits = async (app: string[] | null, account: string[] | null): Promise<Record<string, unknown>> => {
    await limit('app', app)
    await limit('account', account)
    return answerTo(ranged)
  }
  let ranged: string

  const limit = (whose: 'app' | 'account', ranges: string[] | null): Promise<unknown> =>
    server.api.platform.database.transaction('acme', async (tx) => {
      if (whose === 'app') {
        const app = tx.db.updateTable('client_apps').set({ cidr_ranges: ranges }).where('client', '=', 'acme')
        await app.where('app_reference', '=', 'ranged').execute()
      } else {
        await tx.db.updateTable('account_defaults').set({ cidr_ranges: ranges }).where('client', '=', 'acme').execute()
      }
      await bumpAccessVersion(tx)
    })

  beforeAll(async () => {
    await create('ranged', { oidc_config: configOf({ audience: 'urn:acme:ranged' }) })
    ranged = await issuer.token('urn:acme:ranged')
  })
  afterAll(() => limit('account', null))

  it.each([
    [null, null, true],
    [['127/8'], null, true],
    [null, ['127/8'], true],
    [['127/8'], ['127.0.0.0/16'], true],
    [['127/8'], ['203.0.113.0/24'], false],
    [['203.0.113.0/24'], ['127/8'], false],
    [['0/0'], ['203.0.113.0/24'], false],
    [['203.0.113.0/24'], null, false],
    [null, ['203.0.113.0/24'], false],
  ])("with its own ranges %j and the account's %j: %s", async (app, account, isAdmitted) => {
    const shutOut = { status: 403, code: 'auth.address_not_allowed' }
    expect(await admits(app, account)).toEqual(isAdmitted ? accepted : shutOut)
  })
})

describe('the actions of an app', () => {
  const change = async (app_reference: string, changes: Record<string, unknown>) => {
    const { version, oidc_config, group, roles, cidr_ranges } = await server.getJson<ClientAppConfiguration>(
      `${apps}/${app_reference}`,
      boss,
    )
    const body = { version, oidc_config, group, roles, cidr_ranges, ...changes }
    const response = await server.call('PUT', `${apps}/${app_reference}`, { token: boss, body })
    expect(response.status).toBe(200)
  }

  it('change with its settings at its next call', async () => {
    await create('changing', { oidc_config: configOf({ audience: 'urn:acme:changing' }) })
    const token = await issuer.token('urn:acme:changing')
    expect(await answerTo(token, '/api/admin/v1/acme/devices')).toEqual(accepted)
    await change('changing', { cidr_ranges: ['203.0.113.0/24'] })
    expect(await answerTo(token)).toEqual({ status: 403, code: 'auth.address_not_allowed' })
    await change('changing', { cidr_ranges: ['127/8'], roles: [] })
    expect(await answerTo(token)).toEqual(accepted)
    expect(await answerTo(token, '/api/admin/v1/acme/devices')).toEqual({ status: 403, code: 'auth.forbidden' })
    await change('changing', { oidc_config: configOf({ audience: 'urn:acme:changed' }) })
    expect(await answerTo(token)).toEqual(refused)
  })
})
