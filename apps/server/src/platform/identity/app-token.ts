import { decodeJwt } from 'jose'
import { readAuthorization } from './authorization-header.ts'
import { maxTokenLength } from './token-rules.ts'

/** What a token says of itself, before anything of it is believed. */
export interface AppToken {
  token: string
  issuer: string
  audiences: readonly string[]
}

/** As the issuer of a client app is written (contract, OidcIssuer); for anything else there is nothing to look for. */
const issuerText = /^https:\/\/[^ \p{Cc}]{0,2040}$/u

/**
 * The token of a client app, found by the issuer that it claims. Null for tokens of people, and for what is no token at all: that
 * is refused where people's tokens are.
 * @param issuerOfPeople whose tokens are never a client app's
 */
export const readAppToken = (
  authorization: string | readonly string[] | undefined,
  issuerOfPeople: string,
): AppToken | null => {
  if (authorization === undefined || authorization.length === 0) return null
  const { token, support_reference } = readAuthorization(authorization)
  if (support_reference !== null || token.length > maxTokenLength) return null
  const { iss, aud } = claimsOf(token)
  if (typeof iss !== 'string' || iss === issuerOfPeople || !issuerText.test(iss)) return null
  const audiences = [aud].flat().filter((audience) => typeof audience === 'string' && !audience.includes('\0'))
  return { token, issuer: iss, audiences: audiences as string[] }
}

const claimsOf = (token: string): { iss?: unknown; aud?: unknown } => {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}
