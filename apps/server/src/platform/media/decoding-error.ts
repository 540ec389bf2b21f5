/** Why nothing could be made of a recording. */
export type DecodingFailure = 'undecodable' | 'too_large' | 'too_slow' | 'crashed'

/** The recording could not be decoded. Its original is as good as before. */
export class DecodingError extends Error {
  override readonly name = 'DecodingError'
  readonly failure: DecodingFailure

  constructor(failure: DecodingFailure, message: string) {
    super(message)
    this.failure = failure
  }
}
