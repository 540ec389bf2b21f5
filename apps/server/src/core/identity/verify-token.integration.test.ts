import { createHmac, createPublicKey } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testKeys } from '../../../test/loopback-broker.ts'
import {
  type IssuerKey,
  type LoopbackIssuer,
  makeKey,
  signToken,
  startLoopbackIssuer,
} from '../../../test/loopback-issuer.ts'
import { deviceTokens, issueDeviceToken } from './device-token.ts'
import { IssuerConnection } from './issuer-connection.ts'
import { verifyPortalToken } from './verify-token.ts'

let issuer: LoopbackIssuer
let connection: IssuerConnection
let key: IssuerKey
let rsa: IssuerKey
let ed: IssuerKey
let stranger: IssuerKey

beforeAll(async () => {
  ;[key, rsa, ed, stranger] = await Promise.all([
    makeKey('one'),
    makeKey('rsa', 'RS256'),
    makeKey('ed', 'EdDSA'),
    makeKey('one'),
  ])
  issuer = await startLoopbackIssuer(key, rsa, ed)
  connection = new IssuerConnection({ issuer: issuer.issuer, fetch })
})
afterAll(() => issuer.close())

const seconds = () => Math.floor(Date.now() / 1000)
const goodClaims = () => ({
  iss: issuer.issuer,
  aud: 'portal.acme',
  sub: 'ines.duarte',
  email: 'ines@example.com',
  name: 'Inês',
  roles: ['Reviewer'],
  user_group: 'Equities',
  iat: seconds(),
  exp: seconds() + 300,
})

const verify = (token: string, client = 'acme') => verifyPortalToken(token, client, connection)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('valid tokens', () => {
  test.each(['ES256', 'RS256', 'EdDSA'])('signed with %s', async (alg) => {
    const signer = [key, rsa, ed].find((candidate) => candidate.alg === alg) ?? key
    expect(await verify(await signToken(signer, goodClaims()))).toMatchObject({
      user_reference: 'ines.duarte',
      email: 'ines@example.com',
      name: 'Inês',
      roles: ['Reviewer'],
      user_group: 'Equities',
    })
  })

  test('have no roles or group when these claims are missing or malformed', async () => {
    const token = await signToken(key, { ...goodClaims(), roles: 'Reviewer', user_group: ['Equities'] })
    expect(await verify(token)).toMatchObject({ roles: null, user_group: null })
  })
})

describe('attacks on the signature', () => {
  test('alg none', async () => {
    await expect(verify(new UnsecuredJWT(goodClaims()).encode())).rejects.toMatchObject({ code: 'auth.bad_token' })
    const bare = `${encode({ alg: 'None', kid: 'one' })}.${encode(goodClaims())}.`
    await expect(verify(bare)).rejects.toMatchObject({ code: 'auth.bad_token' })
  })

  test.each(['pem', 'der', 'jwk'])('HS256 with the public key as the secret (%s)', async (format) => {
    const publicKey = createPublicKey(rsa.privateKey)
    const password = {
      pem: () => publicKey.export({ format: 'pem', type: 'spki' }),
      der: () => publicKey.export({ format: 'der', type: 'spki' }),
      jwk: () => JSON.stringify(publicKey.export({ format: 'jwk' })),
    }[format as 'pem']()
    const signed = `${encode({ alg: 'HS256', kid: 'rsa', typ: 'JWT' })}.${encode(goodClaims())}`
    const mac = createHmac('sha256', password).update(signed).digest('base64url')
    await expect(verify(`${signed}.${mac}`)).rejects.toMatchObject({ code: 'auth.bad_token' })
  })

  test('a key of somebody else under the name of a known key', async () => {
    await expect(verify(await signToken(stranger, goodClaims()))).rejects.toMatchObject({ code: 'auth.bad_token' })
  })

  test.each(['jwk', 'jku', 'x5u', 'x5c'])(
    'a token that contains its own key (%s), even if its signature is valid',
    async (name) => {
      const value = {
        jwk: stranger.jwk,
        jku: 'https://evil.example/jwks',
        x5u: 'https://evil.example/x',
        x5c: ['MIIB'],
      }[name]
      for (const signer of [stranger, key]) {
        const token = await signToken(signer, goodClaims(), { [name]: value })
        await expect(verify(token)).rejects.toMatchObject({ code: 'auth.bad_token' })
      }
    },
  )

  test.each(['../../../../dev/null', "one' or '1'='1", '', 'two\u0000'])(
    'a key id that names another place: %j',
    async (kid) => {
      await expect(verify(await signToken(stranger, goodClaims(), { kid }))).rejects.toMatchObject({
        code: 'auth.bad_token',
      })
    },
  )

  test('an algorithm that does not match the key', async () => {
    const token = await signToken({ ...rsa, alg: 'RS512' }, goodClaims())
    await expect(verify(token)).rejects.toMatchObject({ code: 'auth.bad_token' })
  })

  test('changed claims, a shortened signature, an unknown critical header, no token at all', async () => {
    const [header, , signature] = (await signToken(key, goodClaims())).split('.')
    const changed = `${header}.${encode({ ...goodClaims(), sub: 'somebody.else' })}.${signature}`
    const cut = (await signToken(key, goodClaims())).slice(0, -4)
    const critical = `${encode({ alg: 'ES256', kid: 'one', crit: ['x'], x: 1 })}.${encode(goodClaims())}.${signature}`
    for (const token of [changed, cut, critical, 'a.b.c', '..', 'é.é.é', `a.b.${'c'.repeat(20_000)}`]) {
      await expect(verify(token)).rejects.toMatchObject({ code: 'auth.bad_token' })
    }
  })
})

describe('attacks on the claims', () => {
  test.each([
    ['another account', { aud: 'portal.globex' }],
    ['no audience', { aud: undefined }],
    ['several audiences', { aud: ['portal.acme', 'portal.globex'] }],
    ['an audience with the same beginning', { aud: 'portal.acme.evil' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['the issuer with a trailing slash', { iss: 'SLASH' }],
    ['no issuer', { iss: undefined }],
    ['expired', { exp: seconds() - 30 }],
    ['no expiry', { exp: undefined }],
    ['an expiry in text', { exp: '9999999999' as unknown as number }],
    ['not yet valid', { nbf: seconds() + 60 }],
    ['issued in the future', { iat: seconds() + 60 }],
    ['issued long ago, but not expired', { iat: seconds() - 3 * 60 * 60 }],
    ['no time of issue', { iat: undefined }],
    ['no subject', { sub: undefined }],
    ['a subject that is too short', { sub: 'ab' }],
    ['a subject that is too long', { sub: 'a'.repeat(256) }],
    ['another account in its claims', { holdfast_client: 'globex' }],
  ])('%s', async (_what, changes) => {
    const iss = 'iss' in changes && changes.iss === 'SLASH' ? { iss: `${issuer.issuer}/` } : {}
    const token = await signToken(key, { ...goodClaims(), ...changes, ...iss })
    await expect(verify(token)).rejects.toMatchObject({ code: 'auth.bad_token' })
  })

  test.each(['at+jwt', 'logout+jwt', 'device+jwt'])('another type of token from the same issuer: %s', async (typ) => {
    await expect(verify(await signToken(key, goodClaims(), { typ }))).rejects.toMatchObject({ code: 'auth.bad_token' })
  })
})

describe('device tokens', () => {
  const keys = testKeys()
  const device = { client: 'acme', device_reference: 'R58N30ABCDE', installation_id: 'install-1' }

  const deviceToken = async (token: string) => (await deviceTokens(keys).verify(token, new Date())).claims

  test('identify the handset', async () => {
    const { access_token, expires_in } = await issueDeviceToken(device, keys)
    expect(expires_in).toBe(3600)
    expect(await deviceToken(access_token)).toEqual(device)
  })

  test('are refused as id tokens, and id tokens as device tokens', async () => {
    const { access_token } = await issueDeviceToken(device, keys)
    await expect(verify(access_token)).rejects.toMatchObject({ code: 'auth.bad_token' })
    const idToken = await signToken(key, goodClaims())
    await expect(deviceToken(idToken)).rejects.toMatchObject({ code: 'auth.bad_token' })
  })

  test('are refused with the right key but another issuer, audience, type or age', async () => {
    const { privateKey, publicJwk } = keys.signingKey('device tokens')
    const signer = { privateKey, kid: publicJwk.kid, alg: 'EdDSA', jwk: publicJwk }
    const claims = {
      iss: 'holdfast-device',
      aud: 'holdfast-device',
      sub: device.device_reference,
      client: 'acme',
      installation_id: 'install-1',
      iat: seconds(),
      exp: seconds() + 60,
    }
    const typ = 'device+jwt'
    await expect(deviceToken(await signToken(signer, claims, { typ }))).resolves.toEqual(device)
    const refused = [
      await signToken(signer, claims),
      await signToken(signer, claims, { typ: 'JWT' }),
      await signToken(signer, { ...claims, aud: 'portal.acme' }, { typ }),
      await signToken(signer, { ...claims, iss: issuer.issuer }, { typ }),
      await signToken(signer, { ...claims, exp: seconds() - 1 }, { typ }),
      await signToken(signer, { ...claims, iat: seconds() - 7200 }, { typ }),
      await signToken(signer, { ...claims, client: undefined }, { typ }),
      await signToken({ ...stranger, kid: publicJwk.kid }, claims, { typ }),
      (await issueDeviceToken(device, testKeys())).access_token,
    ]
    for (const token of refused) {
      await expect(deviceToken(token)).rejects.toMatchObject({ code: 'auth.bad_token' })
    }
  })
})

describe('keys of the issuer', () => {
  test('can be rotated without failures, and forged key ids do not cause a request each', async () => {
    const old = await makeKey('2026-01')
    const next = await makeKey('2026-02')
    const rotating = await startLoopbackIssuer(old)
    const own = new IssuerConnection({ issuer: rotating.issuer, fetch })
    const claims = () => ({ ...goodClaims(), iss: rotating.issuer })
    try {
      await verifyPortalToken(await signToken(old, claims()), 'acme', own)
      for (let round = 0; round < 20; round += 1) {
        const forged = await signToken(stranger, claims(), { kid: `forged-${round}` })
        await expect(verifyPortalToken(forged, 'acme', own)).rejects.toMatchObject({ code: 'auth.bad_token' })
      }
      expect(rotating.keyFetches()).toBe(1)
      rotating.published.unshift(next)
      const fresh = new IssuerConnection({ issuer: rotating.issuer, fetch })
      for (const signer of [old, next]) {
        expect(await verifyPortalToken(await signToken(signer, claims()), 'acme', fresh)).toBeDefined()
      }
    } finally {
      await rotating.close()
    }
  })

  test('cause a 503 while the issuer is down, which is asked again only after a pause', async () => {
    let now = Date.now()
    const down = await startLoopbackIssuer(key)
    const own = new IssuerConnection({ issuer: down.issuer, fetch, now: () => new Date(now) })
    const token = await signToken(key, { ...goodClaims(), iss: down.issuer })
    try {
      down.setDown(true)
      await expect(verifyPortalToken(token, 'acme', own)).rejects.toMatchObject({ code: 'server.dependency_down' })
      down.setDown(false)
      await expect(verifyPortalToken(token, 'acme', own)).rejects.toMatchObject({ code: 'server.dependency_down' })
      now += 1000
      await expect(verifyPortalToken(token, 'acme', own)).resolves.toMatchObject({ user_reference: 'ines.duarte' })
    } finally {
      await down.close()
    }
  })
})
