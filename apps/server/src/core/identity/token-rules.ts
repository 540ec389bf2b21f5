import { decodeProtectedHeader, errors } from 'jose'

/** Asymmetric only: if HMAC were allowed, the public key would work as a password (RFC 8725 section 2.1). */
export const algorithms = ['ES256', 'EdDSA', 'Ed25519', 'RS256', 'PS256']
export const clockToleranceSeconds = 5
export const maxTokenLength = 16 * 1024

/** Refuses tokens that bring their own key: keys come only from the issuer's published set. */
export const refuseKeyHeaders = (token: string): void => {
  const header = decodeProtectedHeader(token)
  const tricks = ['jku', 'jwk', 'x5u', 'x5c'].filter((name) => name in header)
  if (tricks.length > 0) throw new errors.JWSInvalid(`the token brings its own key: ${tricks.join(', ')}`)
}
