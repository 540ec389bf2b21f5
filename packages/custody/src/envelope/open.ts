import type { AeadKey } from '../platform/platform-crypto.ts'
import { ChunkReader } from './chunk-reader.ts'
import { EnvelopeError } from './envelope-error.ts'
import { verifyHeader } from './header.ts'
import { headerBytes, sealedSegmentBytes, tagBytes } from './layout.ts'
import { setNonce, startNonce } from './nonce.ts'
import { associatedData, type SealedContext } from './recording-context.ts'

/** A recording whose header was verified. Open its segments with `openRange`. Keep it in memory only. */
export interface OpenedHeader {
  readonly iv: Uint8Array
  readonly encryptionKey: AeadKey
  readonly associatedData: Uint8Array
}

/**
 * Verifies the first 44 bytes of a sealed object (`headerBytes`) against its data key and metadata. Do it once and
 * open many ranges.
 *
 * @throws EnvelopeError malformed, truncated, wrong_iv, wrong_key
 */
export const openHeader = async (
  header: Uint8Array,
  dek: Uint8Array,
  context: SealedContext,
): Promise<OpenedHeader> => ({
  ...(await verifyHeader(header, dek, context.iv)),
  associatedData: associatedData(context),
})

/**
 * Opens and verifies a segment. Completes `nonce` in place.
 *
 * @throws EnvelopeError tampered, truncated
 */
export const openSegment = async (
  opened: OpenedHeader,
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
  const plain = await opened.encryptionKey.open(nonce, opened.associatedData, sealed)
  if (plain) return plain
  if (isLast && sealed.length === sealedSegmentBytes) {
    setNonce(nonce, segment, false)
    if (await opened.encryptionKey.open(nonce, opened.associatedData, sealed)) {
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
    const opened = await openHeader(await reader.take(headerBytes), dek, context)
    const nonce = startNonce(opened.iv)
    for (let segment = 0, isLast = false; !isLast; segment++) {
      const taken = await reader.take(sealedSegmentBytes)
      isLast = await reader.atEnd()
      const plain = await openSegment(opened, nonce, segment, isLast, taken)
      if (plain.length > 0) yield plain
    }
  } finally {
    await reader.close()
  }
}
