/**
 * Why something sealed does not open (docs/recording-envelope.md, 'When it does not open').
 *
 * - `envelope.malformed`: not this format: magic, version, lengths, encoding, or an empty or ill-formed context.
 * - `envelope.unusable_key`: a PEM that is neither P-256 nor RSA of 2048 bits or more.
 * - `envelope.wrong_key`: the private key does not unwrap the data key, or the data key is not the one committed to.
 * - `envelope.wrong_iv`: the `iv` of the metadata is not the one in the sealed object.
 * - `envelope.tampered`: a segment's tag does not fit: bytes changed, moved, added or cut, or another context.
 * - `envelope.truncated`: the sealed object ends before its last segment.
 * - `envelope.out_of_range`: a range that the content does not have.
 * - `envelope.too_large`: more content than 2^32 segments.
 */
export type EnvelopeErrorCode =
  | 'envelope.malformed'
  | 'envelope.unusable_key'
  | 'envelope.wrong_key'
  | 'envelope.wrong_iv'
  | 'envelope.tampered'
  | 'envelope.truncated'
  | 'envelope.out_of_range'
  | 'envelope.too_large'

/** Thrown by everything that seals or opens. The message is for a log: it never holds key or content. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError'
  readonly code: EnvelopeErrorCode
  /** Where in the content, from 0; undefined when it is no segment. */
  readonly segment: number | undefined

  constructor(code: EnvelopeErrorCode, message: string, segment?: number) {
    super(message)
    this.code = code
    this.segment = segment
  }
}
