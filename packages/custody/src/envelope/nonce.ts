import { EnvelopeError } from './envelope-error.ts'
import { maxSegments } from './layout.ts'

/**
 * The nonce of a segment (STREAM: Hoang, Reyhanitabar, Rogaway, Vizár 2015): iv 7, counter 4 from 0 with the most
 * significant byte first, last-segment flag 1. Writes into `nonce`, whose first 7 bytes are already the iv.
 */
export const setNonce = (nonce: Uint8Array, segment: number, isLast: boolean): void => {
  if (segment >= maxSegments) throw new EnvelopeError('envelope.too_large', 'A recording has at most 2^32 segments')
  new DataView(nonce.buffer, nonce.byteOffset).setUint32(7, segment)
  nonce[11] = isLast ? 1 : 0
}

/** A nonce that `setNonce` completes. */
export const startNonce = (iv: Uint8Array): Uint8Array => {
  const nonce = new Uint8Array(12)
  nonce.set(iv)
  return nonce
}
