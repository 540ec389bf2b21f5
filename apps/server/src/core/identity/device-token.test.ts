import { expect, test } from 'vitest'
import { testKeys } from '../../../test/loopback-broker.ts'
import { type DeviceClaims, deviceTokens, issueDeviceToken } from './device-token.ts'
import { VerifiedTokens } from './verified-tokens.ts'

const device = { client: 'acme', device_reference: 'R58N30ABCDE', installation_id: 'install-1' }
const badToken = { code: 'auth.bad_token' }

test('a verified token is valid until it expires, and no other token is accepted because of it', async () => {
  const keys = testKeys()
  const tokens = new VerifiedTokens<DeviceClaims>({ maxTokens: 10 })
  const claimsOf = (token: string, at: Date) => tokens.claimsOf(token, deviceTokens(keys), at)
  const now = new Date()
  const { access_token, expires_in } = await issueDeviceToken(device, keys, now)
  const issuedAt = Math.floor(now.getTime() / 1000) * 1000
  const lastMoment = new Date(issuedAt + expires_in * 1000 - 1)
  expect(await claimsOf(access_token, lastMoment)).toEqual(device)
  expect(await claimsOf(access_token, lastMoment)).toEqual(device)
  await expect(claimsOf(access_token, new Date(lastMoment.getTime() + 1))).rejects.toMatchObject(badToken)

  const [header, payload, signature = ''] = access_token.split('.')
  const forged = [header, payload, signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`]
  await expect(claimsOf(forged.join('.'), now)).rejects.toMatchObject(badToken)
  const others = new VerifiedTokens<DeviceClaims>({ maxTokens: 10 })
  await expect(others.claimsOf(access_token, deviceTokens(testKeys()), now)).rejects.toMatchObject(badToken)
})
