import { isValidReference, ProductError } from '@holdfast/contract'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { clientIdOf, isPrefixedReference } from '../accounts/index.ts'
import type { IssuerConnection } from './issuer-connection.ts'
import { algorithms, clockToleranceSeconds, maxTokenLength, refuseKeyHeaders } from './token-rules.ts'
import type { Verification } from './verified-tokens.ts'

/** The person that an id token names. */
export interface PersonClaims {
  user_reference: string
  /** `null` when the provider does not name it. */
  email: string | null
  name: string | null
  /** `null`: the identity names no roles or no group, so the account's defaults apply. */
  roles: readonly string[] | null
  user_group: string | null
  /** Seconds since 1970. */
  issued_at_s: number
  expires_at_s: number
}

const maxTokenAgeSeconds = 7_200

/**
 * Verifies an id token of a person of an account. Keys come only from the issuer's published set: a token that names keys
 * itself (jku, jwk, x5u, x5c) is refused.
 * @throws ProductError `auth.bad_token`; `server.dependency_down` when the issuer's keys can't be fetched
 */
export const verifyPortalToken = async (
  token: string,
  client: string,
  connection: IssuerConnection,
  now: Date = new Date(),
): Promise<PersonClaims> => {
  if (token.length > maxTokenLength) throw new ProductError('auth.bad_token')
  const keys = await connection.keys()
  try {
    refuseKeyHeaders(token)
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms,
      issuer: connection.issuer,
      audience: clientIdOf(client),
      maxTokenAge: maxTokenAgeSeconds,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: now,
    })
    // Another type of token (device+jwt, at+jwt, logout+jwt) is not an id token, whoever signed it (RFC 8725 section 3.11).
    if (protectedHeader.typ !== undefined && protectedHeader.typ.toUpperCase() !== 'JWT') {
      throw new errors.JWTInvalid('not an id token')
    }
    return personClaims(payload, client)
  } catch (error) {
    throw asProductError(error)
  }
}

/** The same for `VerifiedTokens`. */
export const personTokens = (client: string, connection: IssuerConnection): Verification<PersonClaims> => ({
  rules: client,
  cachedKeys: () => connection.cachedKeys,
  verify: async (token, now) => {
    const claims = await verifyPortalToken(token, client, connection, now)
    const { issued_at_s, expires_at_s } = claims
    return { claims, lastMoment: 1000 * Math.min(expires_at_s, issued_at_s + maxTokenAgeSeconds) }
  },
})

const personClaims = (payload: JWTPayload, client: string): PersonClaims => {
  const { sub = '', aud, iat = 0, exp = 0, email, name, roles, user_group, holdfast_client } = payload
  if (sub.length < 3 || sub.length > 255 || !isValidReference(sub))
    throw new errors.JWTInvalid('sub is not a user reference')
  if (isPrefixedReference(sub))
    throw new errors.JWTInvalid('sub is what staff of the provider or client apps are called')
  // A token for several audiences could have been issued for another of them.
  if (Array.isArray(aud) && aud.length !== 1) throw new errors.JWTInvalid('more than one audience')
  if (holdfast_client !== undefined && holdfast_client !== client) throw new errors.JWTInvalid('another account')
  return {
    user_reference: sub,
    email: typeof email === 'string' ? email : null,
    name: typeof name === 'string' ? name : null,
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : null,
    user_group: typeof user_group === 'string' ? user_group : null,
    issued_at_s: iat,
    expires_at_s: exp,
  }
}

/** jose has its own error classes for every fault of a token; any other error occurred while fetching the keys. */
const asProductError = (error: unknown): ProductError => {
  const isKeysFault =
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
    isFetchFault(error)
  return isKeysFault
    ? new ProductError('server.dependency_down', { part: 'The identity provider' })
    : new ProductError('auth.bad_token')
}

const isFetchFault = (error: unknown): boolean => error instanceof TypeError && error.message === 'fetch failed'
