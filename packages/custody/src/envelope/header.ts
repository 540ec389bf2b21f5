import { platform } from '#crypto'
import { decodeBase64Url } from '../base64.ts'
import { concatBytes, sameBytes } from '../bytes.ts'
import type { AeadKey } from '../platform/platform-crypto.ts'
import { EnvelopeError } from './envelope-error.ts'
import { headerBytes } from './layout.ts'

/** 'HFRE' and version 1. */
const magicAndVersion = Uint8Array.from([0x48, 0x46, 0x52, 0x45, 0x01])
/** The `iv` of a recording: the first bytes of every nonce. */
export const ivBytes = 7
const dekBytes = 32
const encryptionInfo = new TextEncoder().encode('holdfast recording envelope v1 encryption')
const commitmentInfo = new TextEncoder().encode('holdfast recording envelope v1 commitment')

interface DerivedKeys {
  encryptionKey: AeadKey
  header: Uint8Array
}

/**
 * Derives the header and the encryption key from a data key and an iv. The header contains a commitment to the data key,
 * because with AES-GCM alone one ciphertext could open under two keys to two recordings.
 */
export const deriveKeys = async (dek: Uint8Array, iv: Uint8Array): Promise<DerivedKeys> => {
  if (dek.length !== dekBytes) throw new EnvelopeError('envelope.malformed', 'A data key has 32 bytes')
  const prefix = concatBytes(magicAndVersion, iv)
  const [encryptionKey, commitment] = await Promise.all([
    platform.hkdfSha256(dek, prefix, encryptionInfo, 32),
    platform.hkdfSha256(dek, prefix, commitmentInfo, 32),
  ])
  return { encryptionKey: await platform.importAeadKey(encryptionKey), header: concatBytes(prefix, commitment) }
}

/** The iv of a well-formed header, whose commitment is not checked yet. */
const readIv = (header: Uint8Array): Uint8Array => {
  if (header.length < headerBytes)
    throw new EnvelopeError('envelope.truncated', 'The sealed object has no whole header')
  const start = header.subarray(0, magicAndVersion.length)
  if (!sameBytes(start, magicAndVersion)) {
    throw new EnvelopeError('envelope.malformed', 'Not a recording envelope of version 1')
  }
  return Uint8Array.from(header.subarray(magicAndVersion.length, magicAndVersion.length + ivBytes))
}

/** The bytes of an iv from metadata; `undefined` unless it is 7 bytes in base64url. */
export const decodeIv = (iv: string): Uint8Array | undefined => {
  const bytes = decodeBase64Url(iv)
  return bytes?.length === ivBytes ? bytes : undefined
}

/**
 * Verifies that a sealed object begins with the header of its data key and iv.
 *
 * @param derived what `deriveKeys` gave for them
 * @throws EnvelopeError malformed, truncated, wrong_iv, wrong_key
 */
export const verifyHeader = (header: Uint8Array, derived: { iv: Uint8Array; header: Uint8Array }): void => {
  if (!sameBytes(readIv(header), derived.iv)) {
    throw new EnvelopeError('envelope.wrong_iv', 'iv is not that of the sealed object')
  }
  if (!sameBytes(header.subarray(0, headerBytes), derived.header)) {
    throw new EnvelopeError('envelope.wrong_key', 'The sealed object is committed to another data key')
  }
}
