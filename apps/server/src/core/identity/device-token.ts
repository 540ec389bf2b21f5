import { ProductError } from '@holdfast/contract'
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose'
import type { Keys } from '../../platform/keys/index.ts'
import type { Verification, Verified } from './verified-tokens.ts'

/** A handset and its installation of the app. */
export interface DeviceClaims {
  client: string
  device_reference: string
  installation_id: string
}

export interface DeviceToken {
  access_token: string
  /** Seconds. */
  expires_in: number
}

const deviceTokenSeconds = 60 * 60
const issuer = 'holdfast-device'
const purpose = 'device tokens'
const type = 'device+jwt'
const maxTokenLength = 4 * 1024

/** Issues the token of `POST /verify`. It has its own key, issuer, audience and type, so it never passes as an id token. */
export const issueDeviceToken = async (
  { client, device_reference, installation_id }: DeviceClaims,
  keys: Pick<Keys, 'signingKey'>,
  now: Date = new Date(),
): Promise<DeviceToken> => {
  const { privateKey, publicJwk } = keys.signingKey(purpose)
  const issuedAt = Math.floor(now.getTime() / 1000)
  const access_token = await new SignJWT({ client, installation_id })
    .setProtectedHeader({ alg: 'EdDSA', typ: type, kid: publicJwk.kid })
    .setSubject(device_reference)
    .setIssuer(issuer)
    .setAudience(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + deviceTokenSeconds)
    .sign(privateKey)
  return { access_token, expires_in: deviceTokenSeconds }
}

/** How `VerifiedTokens` verifies device tokens. The keys belong to this process and do not change while it runs. */
export const deviceTokens = (keys: Pick<Keys, 'verificationKeys'>): Verification<DeviceClaims> => ({
  rules: '',
  cachedKeys: () => keys,
  verify: (token, now) => verifyDeviceToken(token, keys, now),
})

/** @throws ProductError `auth.bad_token` */
const verifyDeviceToken = async (
  token: string,
  keys: Pick<Keys, 'verificationKeys'>,
  now: Date,
): Promise<Verified<DeviceClaims>> => {
  if (token.length > maxTokenLength) throw new ProductError('auth.bad_token')
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: keys.verificationKeys(purpose) }), {
      algorithms: ['EdDSA'],
      issuer,
      audience: issuer,
      typ: type,
      maxTokenAge: deviceTokenSeconds,
      requiredClaims: ['sub', 'iat', 'exp', 'client', 'installation_id'],
      currentDate: now,
    })
    const { client, sub, installation_id, iat = 0, exp = 0 } = payload
    return {
      claims: { client: String(client), device_reference: String(sub), installation_id: String(installation_id) },
      lastMoment: 1000 * Math.min(exp, iat + deviceTokenSeconds),
    }
  } catch {
    throw new ProductError('auth.bad_token')
  }
}
