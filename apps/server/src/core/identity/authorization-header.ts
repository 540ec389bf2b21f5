import type { IncomingMessage } from 'node:http'
import { ProductError } from '@holdfast/contract'

/** The credentials that a caller presents. */
export interface Credentials {
  token: string
  /** The support access request under which the provider's staff act; `null` for everybody else. */
  support_reference: string | null
}

/** RFC 7515: three parts of base64url. Encrypted and nested tokens are not accepted. */
const bearerOnly = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/
/** A ULID has 128 bits in 26 symbols of 5 bits, so its first symbol is at most 7. */
const withSupport = /^InternalSupport ([0-7][0-9A-HJKMNP-TV-Z]{25}) Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/
const maxHeaderLength = 20 * 1024

/**
 * Reads `Bearer {id_token}` or `InternalSupport {request_reference} Bearer {id_token}` (docs/decisions/0001,
 * 'Addresses'), and refuses anything similar. Pass every Authorization header of the request: several are refused, because
 * proxies and servers differ in which one they trust.
 * @throws ProductError `auth.required` without a header, `auth.bad_support_prefix`, `auth.bad_token`
 */
export const readAuthorization = (headers: string | readonly string[] | undefined): Credentials => {
  const [header, ...others] = typeof headers === 'string' ? [headers] : (headers ?? [])
  if (header === undefined) throw new ProductError('auth.required')
  const isSupport = [header, ...others].some((value) => /InternalSupport/i.test(value))
  const refusal = isSupport ? 'auth.bad_support_prefix' : 'auth.bad_token'
  if (others.length > 0 || header.length > maxHeaderLength) throw new ProductError(refusal)
  const [, plainToken] = bearerOnly.exec(header) ?? []
  if (plainToken !== undefined) return { token: plainToken, support_reference: null }
  const [, reference, token] = withSupport.exec(header) ?? []
  if (reference === undefined || token === undefined) throw new ProductError(refusal)
  return { token, support_reference: reference }
}

/** Every Authorization header of a request, in order. Node's `headers` has only the first. */
export const authorizationHeadersOf = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string[] =>
  rawHeaders.flatMap((name, index) => {
    const value = index % 2 === 0 && name.toLowerCase() === 'authorization' ? rawHeaders[index + 1] : undefined
    return value === undefined ? [] : [value]
  })
