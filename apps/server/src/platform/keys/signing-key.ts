import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

export interface SigningKey {
  privateKey: KeyObject
  /** RFC 8037; `kid` is the RFC 7638 thumbprint. */
  publicJwk: { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' }
}

/** The bytes before the 32-byte seed in a PKCS #8 Ed25519 private key (RFC 8410 section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export const signingKeyFromSeed = (seed: Uint8Array): SigningKey => {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (x === undefined) throw new Error('An Ed25519 key has x')
  // RFC 7638: the required members in alphabetical order.
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
  return {
    privateKey,
    publicJwk: { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint.digest('base64url'), alg: 'EdDSA', use: 'sig' },
  }
}
