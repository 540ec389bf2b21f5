import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { algorithms, clockToleranceSeconds, maxTokenLength, refuseKeyHeaders } from '../token-rules.ts'
import type { UpstreamProvider } from './stores.ts'

/** Providers send a logout token at once, so an older one may be a replay. */
export const maxLogoutTokenAgeSeconds = 5 * 60
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const maxTextLength = 255

export interface LogoutToken {
  jti: string
  /** The person; `null` when the token names only their session at the provider. */
  sub: string | null
  sid: string | null
}

interface Verification {
  upstream: Pick<UpstreamProvider, 'issuer' | 'client_id'>
  keys: JWTVerifyGetKey
  now: Date
}

/**
 * Verifies a logout token of a customer's provider (OpenID Connect Back-Channel Logout 1.0, section 2.6). The caller checks
 * whether the token was used before.
 * @throws errors.JOSEError, or the error that occurred when fetching the provider's keys
 */
export const verifyLogoutToken = async (token: string, { upstream, keys, now }: Verification): Promise<LogoutToken> => {
  if (token.length > maxTokenLength) throw new errors.JWTInvalid('the token is too long')
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms,
    issuer: upstream.issuer,
    audience: upstream.client_id,
    maxTokenAge: maxLogoutTokenAgeSeconds,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['iat', 'jti', 'events'],
    currentDate: now,
  })
  refuseKeyHeaders(token)
  if (![undefined, 'JWT', 'LOGOUT+JWT'].includes(protectedHeader.typ?.toUpperCase())) {
    throw new errors.JWTInvalid('another kind of token')
  }
  assertIsLogout(payload)
  const { jti, sub, sid } = payload
  const named = { jti: textOf(jti), sub: textOf(sub), sid: textOf(sid) }
  if (named.jti === null) throw new errors.JWTInvalid('jti is not a text')
  if (named.sub === null && named.sid === null) throw new errors.JWTInvalid('neither sub nor sid')
  return { ...named, jti: named.jti }
}

/** An id token has a nonce and no events, so neither kind can be mistaken for the other. */
const assertIsLogout = ({ events, nonce }: JWTPayload): void => {
  if (nonce !== undefined) throw new errors.JWTInvalid('a logout token has no nonce')
  const logout = isRecord(events) ? events[logoutEvent] : undefined
  if (!isRecord(logout)) throw new errors.JWTInvalid('events does not name a logout')
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length > 0 && value.length <= maxTextLength ? value : null
