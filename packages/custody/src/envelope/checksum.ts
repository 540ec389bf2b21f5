import { platform } from '#crypto'
import { hex } from '../bytes.ts'

/** Size and checksum with which the server compares stored bytes. */
export interface Measure {
  /** Bytes. */
  size: number
  /** SHA-256 of the bytes, 64 lowercase hexadecimal digits. */
  checksum: string
}

/**
 * Passes a stream through unchanged and measures it: the sealed bytes of a payload on their way to storage, or into
 * `openStream`. Call `measure()` only after the stream has ended.
 */
export const measured = (
  source: AsyncIterable<Uint8Array>,
): { content: AsyncIterable<Uint8Array>; measure: () => Measure } => {
  const hash = platform.createSha256()
  let size = 0
  let result: Measure | undefined
  async function* content() {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
    result = { size, checksum: hex(hash.digest()) }
  }
  return {
    content: content(),
    measure: () => {
      if (!result) throw new Error('Measured before the stream ended')
      return result
    },
  }
}

/** Size and checksum of a stream that is read only to measure it. */
export const measureStream = async (source: AsyncIterable<Uint8Array>): Promise<Measure> => {
  const hash = platform.createSha256()
  let size = 0
  for await (const chunk of source) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, checksum: hex(hash.digest()) }
}
