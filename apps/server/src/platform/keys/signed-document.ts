import { createPublicKey, sign, verify } from 'node:crypto'
import { canonicalEvent, type JsonValue } from '@holdfast/custody'
import type { Keys } from './keys.ts'
import type { SigningKey } from './signing-key.ts'

/** A document as canonical JSON (RFC 8785), signed with Ed25519. */
export interface SignedDocument {
  canonical: string
  /** Base64. */
  signature: string
  key_id: string
  /** PEM. */
  public_key: string
}

/** @param purpose names the key, so that no document passes for one of another kind */
export const signDocument = (
  keys: Pick<Keys, 'signingKey'>,
  purpose: string,
  document: Readonly<Record<string, unknown>>,
): SignedDocument => {
  const { privateKey, publicJwk } = keys.signingKey(purpose)
  const canonical = Buffer.from(canonicalEvent(document as JsonValue)).toString()
  return {
    canonical,
    signature: sign(null, Buffer.from(canonical), privateKey).toString('base64'),
    ...publishedKey(publicJwk),
  }
}

/** A public key as its document and the list of valid ones name it. */
export interface PublishedKey {
  key_id: string
  /** PEM, SPKI. */
  public_key: string
}

export const publishedKey = (publicJwk: SigningKey['publicJwk']): PublishedKey => ({
  key_id: publicJwk.kid,
  public_key: createPublicKey({ key: { ...publicJwk }, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString(),
})

/** The keys whose signatures for this purpose are valid, the present one first. */
export const publishedKeys = (keys: Pick<Keys, 'verificationKeys'>, purpose: string): PublishedKey[] =>
  keys.verificationKeys(purpose).map(publishedKey)

/** Whether one of our masters signed it for this purpose. The key that the document names itself proves nothing. */
export const isOwnDocument = (
  keys: Pick<Keys, 'verificationKeys'>,
  purpose: string,
  { canonical, signature }: Pick<SignedDocument, 'canonical' | 'signature'>,
): boolean =>
  keys
    .verificationKeys(purpose)
    .map((jwk) => createPublicKey({ key: { ...jwk }, format: 'jwk' }))
    .some((key) => verify(null, Buffer.from(canonical), key, Buffer.from(signature, 'base64')))
