/**
 * Why something sealed can't be opened (docs/recording-envelope.md, 'When it does not open').
 *
 * - `envelope.malformed`: not this format: magic, version, lengths, encoding, or an empty or ill-formed context.
 * - `envelope.unusable_key`: a PEM that is neither P-256 nor RSA of 2048 bits or more.
 * - `envelope.wrong_key`: the private key does not unwrap the data key, or the commitment is to another data key.
 * - `envelope.wrong_iv`: the `iv` of the metadata is not the one in the sealed object.
 * - `envelope.tampered`: a segment's tag does not match: bytes changed, moved, added or removed, or another context.
 * - `envelope.truncated`: the sealed object ends before its last segment.
 * - `envelope.out_of_range`: a range outside the content.
 * - `envelope.too_large`: content of more than 2^32 segments.
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

/** Thrown by every function that seals or opens. The message is for logs: it never contains a key or content. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError'
  readonly code: EnvelopeErrorCode
  /** Index of the segment, from 0; `undefined` when the error concerns no segment. */
  readonly segment: number | undefined

  constructor(code: EnvelopeErrorCode, message: string, segment?: number) {
    super(message)
    this.code = code
    this.segment = segment
  }
}
