import { decodeJwt } from 'jose'
import { readAuthorization } from './authorization-header.ts'
import { maxTokenLength } from './token-rules.ts'

/** What a token claims, before it is verified. */
export interface AppToken {
  token: string
  issuer: string
  audiences: readonly string[]
}

/** The form of a client app's issuer (contract, `OidcIssuer`). No app has an issuer of another form. */
const issuerText = /^https:\/\/[^ \p{Cc}]{0,2040}$/u

/**
 * Reads the token of a client app, recognised by the issuer that it claims. Returns `null` for tokens of people, and for what
 * is no token at all, which is refused where people's tokens are verified.
 * @param issuerOfPeople the issuer of people's tokens, which are never a client app's
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
