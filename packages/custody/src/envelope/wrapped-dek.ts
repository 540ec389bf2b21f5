import { platform } from '#crypto'
import { decodeBase64Url, encodeBase64Url } from '../base64.ts'
import { concatBytes, sha256, uint32 } from '../bytes.ts'
import { isUncompressedPoint } from '../platform/der.ts'
import { isOnCurve } from '../platform/p256-curve.ts'
import type { Agreement, ClientPrivateKey, ClientPublicKey } from '../platform/platform-crypto.ts'
import { importPrivateKey } from './client-keys.ts'
import { EnvelopeError } from './envelope-error.ts'

const version = 0x01
const ecdhEsA256Kw = 0x01
const rsaOaep256 = 0x02
const pointBytes = 65
const wrappedKeyBytes = 40
const dekBytes = 32
const algorithmId = new TextEncoder().encode('ECDH-ES+A256KW')

/**
 * The key that wraps the data key: Concat KDF of RFC 7518 §4.6.2 over Z for `ECDH-ES+A256KW`, with empty PartyUInfo,
 * the recipient's 32-byte key id as PartyVInfo, and 256 bits.
 */
const wrappingKey = (shared: Uint8Array, keyId: Uint8Array): Uint8Array =>
  sha256(
    uint32(1),
    shared,
    uint32(algorithmId.length),
    algorithmId,
    uint32(0),
    uint32(keyId.length),
    keyId,
    uint32(256),
  )

const keyIdBytes = (key_id: string): Uint8Array => {
  const bytes = decodeBase64Url(key_id)
  if (bytes?.length !== 32) throw new EnvelopeError('envelope.malformed', 'key_id is not base64url of 32 bytes')
  return bytes
}

/** `encrypted_dek` for a P-256 key, from one side of a key agreement with it. */
export const wrapByAgreement = async (dek: Uint8Array, key_id: string, agreement: Agreement): Promise<string> => {
  const wrapped = await platform.wrapKey(wrappingKey(agreement.shared, keyIdBytes(key_id)), dek)
  return encodeBase64Url(concatBytes(Uint8Array.of(version, ecdhEsA256Kw), agreement.ephemeral, wrapped))
}

/** `encrypted_dek`: the data key, wrapped so that only the client's private key can unwrap it. */
export const wrapDek = async (dek: Uint8Array, key: ClientPublicKey): Promise<string> => {
  if (key.kind === 'P-256') return wrapByAgreement(dek, key.key_id, await key.agree())
  return encodeBase64Url(concatBytes(Uint8Array.of(version, rsaOaep256), await key.encrypt(dek)))
}

const smallestModulusBytes = 256

/** The kind of key that a data key is wrapped for. */
export type Wrapping = { kind: 'P-256' } | { kind: 'RSA'; modulusBytes: number }

/** The wrapping of `encrypted_dek`; `undefined` unless it is well-formed. Only unwrapping shows whose key it is wrapped for. */
export const wrappingOf = (encrypted_dek: string): Wrapping | undefined => {
  const bytes = decodeBase64Url(encrypted_dek)
  if (bytes?.[0] !== version) return undefined
  const body = bytes.subarray(2)
  if (bytes[1] === rsaOaep256) {
    return body.length >= smallestModulusBytes ? { kind: 'RSA', modulusBytes: body.length } : undefined
  }
  const point = body.subarray(0, pointBytes)
  const isAgreement = bytes[1] === ecdhEsA256Kw && body.length === pointBytes + wrappedKeyBytes
  return isAgreement && isUncompressedPoint(point) && isOnCurve(point) ? { kind: 'P-256' } : undefined
}

const wrongKey = () => new EnvelopeError('envelope.wrong_key', 'encrypted_dek does not unwrap with this private key')

const unwrapByAgreement = async (body: Uint8Array, key: ClientPrivateKey & { kind: 'P-256' }) => {
  if (body.length !== pointBytes + wrappedKeyBytes) {
    throw new EnvelopeError('envelope.malformed', 'encrypted_dek has the wrong length for ECDH-ES+A256KW')
  }
  const point = body.subarray(0, pointBytes)
  const shared = isUncompressedPoint(point) ? await key.agree(point) : undefined
  if (!shared) throw new EnvelopeError('envelope.malformed', 'encrypted_dek has no point of P-256')
  return platform.unwrapKey(wrappingKey(shared, keyIdBytes(key.key_id)), body.subarray(pointBytes))
}

/**
 * Unwraps the 32-byte data key of a payload. Pass an imported key to unwrap more than one.
 *
 * @throws EnvelopeError malformed, wrong_key, unusable_key
 */
export const unwrapDek = async (encrypted_dek: string, privateKey: string | ClientPrivateKey): Promise<Uint8Array> => {
  const key = typeof privateKey === 'string' ? await importPrivateKey(privateKey) : privateKey
  const bytes = decodeBase64Url(encrypted_dek)
  const algorithm = bytes?.[1]
  if (bytes?.[0] !== version || (algorithm !== ecdhEsA256Kw && algorithm !== rsaOaep256)) {
    throw new EnvelopeError('envelope.malformed', 'encrypted_dek is not of a known version and algorithm')
  }
  if ((algorithm === ecdhEsA256Kw) !== (key.kind === 'P-256')) throw wrongKey()
  const body = bytes.subarray(2)
  const dek = key.kind === 'P-256' ? await unwrapByAgreement(body, key) : await key.decrypt(body)
  if (dek?.length !== dekBytes) throw wrongKey()
  return dek
}
