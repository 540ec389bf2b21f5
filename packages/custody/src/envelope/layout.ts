import { EnvelopeError } from './envelope-error.ts'

/** The header: magic 4, version 1, iv 7, key commitment 32. */
export const headerBytes = 44
/** Plaintext bytes of every segment except the last, which has 0 to this many. */
export const segmentBytes = 65_536
/** The AES-GCM tag that follows each segment's ciphertext. */
export const tagBytes = 16
/** Stored bytes of every segment except the last. */
export const sealedSegmentBytes = segmentBytes + tagBytes
/** The segment counter has 4 bytes, which limits content to 2^48 bytes (256 TiB). */
export const maxSegments = 2 ** 32

/** How many segments contain `plain` bytes; empty content has one empty segment. */
export const segmentCount = (plain: number): number => Math.max(1, Math.ceil(plain / segmentBytes))

/** Stored bytes of a recording with `plain` bytes of content. */
export const sealedSize = (plain: number): number => headerBytes + plain + tagBytes * segmentCount(plain)

/** Plaintext bytes of a sealed object of this size; `undefined` for a size that sealing never gives. */
const plainSizeIfAny = (sealed: number): number | undefined => {
  const body = sealed - headerBytes
  const plain = body - Math.ceil(body / sealedSegmentBytes) * tagBytes
  return Number.isSafeInteger(sealed) && plain >= 0 && sealedSize(plain) === sealed ? plain : undefined
}

/** Whether a sealed object can have this size. */
export const isSealedSize = (bytes: number): boolean => plainSizeIfAny(bytes) !== undefined

/**
 * Plaintext bytes inside a sealed object of `sealed` bytes.
 *
 * @throws EnvelopeError `envelope.truncated` for a size that sealing never gives
 */
export const plainSize = (sealed: number): number => {
  const plain = plainSizeIfAny(sealed)
  if (plain === undefined) {
    throw new EnvelopeError('envelope.truncated', `No recording has a sealed size of ${sealed} bytes`)
  }
  return plain
}
