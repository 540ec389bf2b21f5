import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Master } from './master-file.ts'

/** The text was changed, or was not wrapped for this purpose by one of the masters. Deliberately gives no more detail. */
export class UnwrapError extends Error {
  override readonly name = 'UnwrapError'

  constructor() {
    super('The wrapped value does not open')
  }
}

const version = 'v1'
const saltBytes = 24
const tagBytes = 16
const keyBytes = 32
const nonceBytes = 12

/**
 * `v1.<master id>.<base64url of salt ‖ ciphertext ‖ tag>`. Every value has its own key and nonce, derived with a random
 * 192-bit salt, so the number of values under one master has no practical limit (a random GCM nonce alone allows 2^32).
 */
export const wrapWith = (master: Master, plain: Uint8Array, purpose: string): string => {
  const salt = randomBytes(saltBytes)
  const { key, nonce } = keyFor(master, salt, purpose)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(headerOf(master))
  const sealed = Buffer.concat([salt, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return `${version}.${master.id}.${sealed.toString('base64url')}`
}

export const unwrapWith = (masters: readonly Master[], wrapped: string, purpose: string): Uint8Array => {
  const [textVersion, id, body, ...rest] = wrapped.split('.')
  const master = masters.find((candidate) => candidate.id === id)
  if (textVersion !== version || !master || body === undefined || rest.length > 0) throw new UnwrapError()
  const sealed = Buffer.from(body, 'base64url')
  // Accepts only the canonical text, because Buffer skips characters that are not base64url.
  if (sealed.length < saltBytes + tagBytes || sealed.toString('base64url') !== body) throw new UnwrapError()
  return open(master, sealed, purpose)
}

const open = (master: Master, sealed: Buffer, purpose: string): Uint8Array => {
  const { key, nonce } = keyFor(master, sealed.subarray(0, saltBytes), purpose)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(headerOf(master))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(saltBytes, -tagBytes)), decipher.final()]))
  } catch {
    throw new UnwrapError()
  }
}

const headerOf = (master: Master): Uint8Array => Buffer.from(`${version}.${master.id}`)

const keyFor = (master: Master, salt: Uint8Array, purpose: string): { key: Uint8Array; nonce: Uint8Array } => {
  const bytes = new Uint8Array(hkdfSync('sha256', master.secret, salt, `wrap/${purpose}`, keyBytes + nonceBytes))
  return { key: bytes.subarray(0, keyBytes), nonce: bytes.subarray(keyBytes) }
}
