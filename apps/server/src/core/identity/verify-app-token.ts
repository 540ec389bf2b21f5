import { ProductError } from '@holdfast/contract'
import { errors, jwtVerify } from 'jose'
import { ForbiddenAddress } from '../../platform/network/index.ts'
import type { PublishedKeys } from './app-keys.ts'
import { algorithms, clockToleranceSeconds, refuseKeyHeaders } from './token-rules.ts'
import type { Verification, Verified } from './verified-tokens.ts'

/** Which tokens a client app accepts (contract, `OidcConfig`). */
export interface AppTokenRules {
  issuer: string
  audience: string
  jwks_uri: string
}

export interface AppClaims {
  /** Seconds since 1970. */
  issued_at_s: number
}

/** Programs get tokens that live longer than people's. A token older than this may have been stolen. */
const maxTokenAgeSeconds = 24 * 60 * 60

/** A plain JWT, or an access token (RFC 9068 section 2.1). Any other type has another purpose (RFC 8725 section 3.11). */
const acceptedTypes = [undefined, 'JWT', 'AT+JWT', 'APPLICATION/AT+JWT']

/**
 * Verifies a client app's token: signed by a key that its issuer publishes, for the app's audience, and valid now.
 * @throws ProductError `auth.bad_token`; `server.dependency_down` when the issuer's keys can't be fetched
 */
const verifyAppToken = async (
  token: string,
  { issuer, audience }: AppTokenRules,
  { find }: PublishedKeys,
  now: Date,
): Promise<Verified<AppClaims>> => {
  try {
    refuseKeyHeaders(token)
    const { payload, protectedHeader } = await jwtVerify(token, find, {
      algorithms,
      issuer,
      audience,
      maxTokenAge: maxTokenAgeSeconds,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['iat', 'exp'],
      currentDate: now,
    })
    if (!acceptedTypes.includes(protectedHeader.typ?.toUpperCase()))
      throw new errors.JWTInvalid('another kind of token')
    const { iat = 0, exp = 0 } = payload
    return { claims: { issued_at_s: iat }, lastMoment: 1000 * Math.min(exp, iat + maxTokenAgeSeconds) }
  } catch (error) {
    throw isFaultOfKeys(error)
      ? new ProductError('server.dependency_down', { part: "The client app's issuer" })
      : new ProductError('auth.bad_token')
  }
}

/** The same for `VerifiedTokens`. The rules are part of it, so that tokens are verified again when the app's settings change. */
export const appTokens = (
  { issuer, audience, jwks_uri }: AppTokenRules,
  keys: PublishedKeys,
): Verification<AppClaims> => ({
  rules: JSON.stringify([issuer, audience, jwks_uri]),
  cachedKeys: keys.cached,
  verify: (token, now) => verifyAppToken(token, { issuer, audience, jwks_uri }, keys, now),
})

/** jose has its own error classes for faults of a token; any other error occurred while fetching the keys. */
const isFaultOfKeys = (error: unknown): boolean => {
  if (error instanceof ForbiddenAddress) return false
  if (!(error instanceof errors.JOSEError)) return true
  return (
    error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === errors.JOSEError.code
  )
}
