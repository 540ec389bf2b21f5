import type { AeadKey } from '../platform/platform-crypto.ts'
import { ChunkReader } from './chunk-reader.ts'
import { EnvelopeError } from './envelope-error.ts'
import { decodeIv, deriveKeys, verifyHeader } from './header.ts'
import { headerBytes, sealedSegmentBytes, tagBytes } from './layout.ts'
import { setNonce, startNonce } from './nonce.ts'
import { associatedData, type SealedContext } from './recording-context.ts'

/** Opens a sealed recording, or any ranges of it. Keep it in memory only. */
export interface Opening {
  readonly iv: Uint8Array
  /** The bytes with which the sealed object has to begin. */
  readonly header: Uint8Array
  readonly encryptionKey: AeadKey
  readonly associatedData: Uint8Array
}

/**
 * Derives from a data key and the metadata what opens their sealed object. Do it once and open many ranges.
 *
 * @throws EnvelopeError malformed
 */
export const deriveOpening = async (dek: Uint8Array, context: SealedContext): Promise<Opening> => {
  const iv = decodeIv(context.iv)
  if (!iv) throw new EnvelopeError('envelope.malformed', 'iv is not base64url of 7 bytes')
  return { iv, ...(await deriveKeys(dek, iv)), associatedData: associatedData(context) }
}

/**
 * Opens and verifies a segment. Completes `nonce` in place.
 *
 * @throws EnvelopeError tampered, truncated
 */
export const openSegment = async (
  opening: Opening,
  nonce: Uint8Array,
  segment: number,
  isLast: boolean,
  sealed: Uint8Array,
): Promise<Uint8Array> => {
  const isEmptyAfterOthers = segment > 0 && sealed.length === tagBytes
  if (sealed.length < tagBytes || isEmptyAfterOthers) {
    throw new EnvelopeError('envelope.truncated', `The sealed object ends inside segment ${segment}`, segment)
  }
  setNonce(nonce, segment, isLast)
  const plain = await opening.encryptionKey.open(nonce, opening.associatedData, sealed)
  if (plain) return plain
  if (isLast && sealed.length === sealedSegmentBytes) {
    setNonce(nonce, segment, false)
    if (await opening.encryptionKey.open(nonce, opening.associatedData, sealed)) {
      throw new EnvelopeError(
        'envelope.truncated',
        `The sealed object ends after segment ${segment}, not its last`,
        segment,
      )
    }
  }
  throw new EnvelopeError('envelope.tampered', `Segment ${segment} is not what was sealed for this payload`, segment)
}

/**
 * Opens a sealed recording one segment (up to 64 KiB) at a time, each only after its tag was verified. What was yielded
 * before an error is authentic, but only a stream that ends without one was complete. Holds one segment at a time.
 * `sealed` may have chunks of any size, and must not reuse a chunk's memory.
 *
 * @throws EnvelopeError malformed, truncated, wrong_iv, wrong_key, tampered
 */
export async function* openStream(
  sealed: AsyncIterable<Uint8Array>,
  dek: Uint8Array,
  context: SealedContext,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = new ChunkReader(sealed)
  try {
    const opening = await deriveOpening(dek, context)
    verifyHeader(await reader.take(headerBytes), opening)
    const nonce = startNonce(opening.iv)
    for (let segment = 0, isLast = false; !isLast; segment++) {
      const taken = await reader.take(sealedSegmentBytes)
      isLast = await reader.atEnd()
      const plain = await openSegment(opening, nonce, segment, isLast, taken)
      if (plain.length > 0) yield plain
    }
  } finally {
    await reader.close()
  }
}
