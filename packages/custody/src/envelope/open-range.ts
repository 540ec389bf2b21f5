import { ChunkReader } from './chunk-reader.ts'
import { EnvelopeError } from './envelope-error.ts'
import { verifyHeader } from './header.ts'
import { headerBytes, plainSize, sealedSegmentBytes, segmentBytes, segmentCount, tagBytes } from './layout.ts'
import { startNonce } from './nonce.ts'
import { type Opening, openSegment } from './open.ts'

/** The content to open; ends are exclusive (an HTTP Range's last byte plus one). */
export interface PlainRange {
  /** Bytes of the whole sealed object, as recorded when it was accepted. They determine which segment is the last. */
  sealedSize: number
  plainStart: number
  plainEnd: number
}

/** The stored bytes to fetch for a range of content, besides the header (the first `headerBytes`). */
export interface SegmentRange extends PlainRange {
  sealedStart: number
  sealedEnd: number
  firstSegment: number
  /** The last segment that the range touches. */
  finalSegment: number
}

/**
 * The whole segments that contain a range of content. `plainStart` < `plainEnd` ≤ the content's size; for empty
 * content, the range 0 to 0.
 *
 * @throws EnvelopeError out_of_range, truncated (an impossible `sealedSize`)
 */
export const segmentRange = ({ sealedSize, plainStart, plainEnd }: PlainRange): SegmentRange => {
  const size = plainSize(sealedSize)
  const isWhole = Number.isSafeInteger(plainStart) && Number.isSafeInteger(plainEnd)
  const isInside = plainStart >= 0 && plainEnd <= size && (plainStart < plainEnd || size === 0)
  if (!isWhole || !isInside) {
    throw new EnvelopeError('envelope.out_of_range', `No bytes ${plainStart} to ${plainEnd} in content of ${size}`)
  }
  const firstSegment = Math.floor(plainStart / segmentBytes)
  const finalSegment = segmentCount(plainEnd) - 1
  return {
    sealedSize,
    plainStart,
    plainEnd,
    firstSegment,
    finalSegment,
    sealedStart: headerBytes + firstSegment * sealedSegmentBytes,
    sealedEnd: Math.min(sealedSize, headerBytes + (finalSegment + 1) * sealedSegmentBytes),
  }
}

/**
 * Opens exactly the bytes `plainStart` to `plainEnd` of the content. Yields each piece only after its segment's tag was
 * verified, and has finished with a chunk of `sealed` when it asks for the next one.
 *
 * @param sealed the header, then the stored bytes `sealedStart` to `sealedEnd` of `segmentRange`
 * @throws EnvelopeError malformed, truncated, wrong_iv, wrong_key, tampered
 */
export async function* openRange(
  opening: Opening,
  sealed: AsyncIterable<Uint8Array>,
  range: SegmentRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = new ChunkReader(sealed)
  const lastSegment = segmentCount(plainSize(range.sealedSize)) - 1
  try {
    verifyHeader(await reader.take(headerBytes), opening)
    const nonce = startNonce(opening.iv)
    for (let segment = range.firstSegment; segment <= range.finalSegment; segment++) {
      const isLast = segment === lastSegment
      const length = isLast ? range.sealedEnd - headerBytes - segment * sealedSegmentBytes : sealedSegmentBytes
      const taken = await reader.take(length)
      if (taken.length < Math.max(length, tagBytes)) {
        throw new EnvelopeError('envelope.truncated', `The stored bytes end inside segment ${segment}`, segment)
      }
      const plain = await openSegment(opening, nonce, segment, isLast, taken)
      const startsAt = segment * segmentBytes
      const wanted = plain.subarray(Math.max(0, range.plainStart - startsAt), range.plainEnd - startsAt)
      if (wanted.length > 0) yield wanted
    }
    if (!(await reader.atEnd())) throw new EnvelopeError('envelope.tampered', 'More stored bytes than the range has')
  } finally {
    await reader.close()
  }
}
