/** The content can't be decoded, which is no fault of the decoder. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable'
}
