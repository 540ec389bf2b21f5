import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  type IssuerKey,
  type LoopbackIssuer,
  makeKey,
  signToken,
  startLoopbackIssuer,
} from '../../../test/loopback-issuer.ts'
import { IssuerConnection } from './issuer-connection.ts'
import { VerifiedTokens } from './verified-tokens.ts'
import { type PersonClaims, personTokens } from './verify-token.ts'

const keysAreKeptMs = 10 * 60_000

let key: IssuerKey
let issuer: LoopbackIssuer

beforeAll(async () => {
  key = await makeKey('one')
  issuer = await startLoopbackIssuer(key)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => issuer.close())

test('a token is refused once its key was withdrawn, even if it was verified before', async () => {
  const began = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: began })
  const connection = new IssuerConnection({ issuer: issuer.issuer, fetch })
  const tokens = new VerifiedTokens<PersonClaims>({ maxTokens: 10 })
  const claimsOf = (token: string) => tokens.claimsOf(token, personTokens('acme', connection))
  const iat = Math.floor(began / 1000)
  const claims = { iss: issuer.issuer, aud: 'portal.acme', sub: 'ines.duarte', iat, exp: iat + 3_600 }
  const token = await signToken(key, claims)
  await claimsOf(token)

  vi.setSystemTime(began + keysAreKeptMs - 1_000)
  for (let call = 0; call < 2; call += 1) {
    expect(await claimsOf(token)).toMatchObject({ user_reference: 'ines.duarte' })
  }
  issuer.published.splice(0, 1, await makeKey('two'))
  expect(await claimsOf(token)).toMatchObject({ user_reference: 'ines.duarte' })

  vi.setSystemTime(began + keysAreKeptMs + 1_000)
  await expect(claimsOf(token)).rejects.toMatchObject({ code: 'auth.bad_token' })
})
