import { createHash } from 'node:crypto'
import { ObjectSizeMismatch } from './errors.ts'
import type { Content } from './objects.ts'

/** Content on its way to a store: hashed and counted as it passes, and never held. */
export interface MeasuredContent extends AsyncIterable<Uint8Array> {
  /** Valid only after the last byte has passed. */
  result(): { bytes: number; sha256: string }
  /** The error of the source itself, so that a driver does not mistake it for a failure of the store. */
  sourceError(): unknown
}

export const measureContent = (given: Content, expectedBytes?: number): MeasuredContent => {
  const content = given instanceof Uint8Array ? [given] : given
  const hash = createHash('sha256')
  let bytes = 0
  let failure: unknown

  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of content) {
        bytes += chunk.byteLength
        // Stop at the first byte too many: a source that never ends must not fill the store.
        if (expectedBytes !== undefined && bytes > expectedBytes) throw new ObjectSizeMismatch(expectedBytes, bytes)
        hash.update(chunk)
        yield chunk
      }
      if (expectedBytes !== undefined && bytes !== expectedBytes) throw new ObjectSizeMismatch(expectedBytes, bytes)
    } catch (error) {
      failure = error
      throw error
    }
  }

  return {
    [Symbol.asyncIterator]: pass,
    result: () => ({ bytes, sha256: hash.digest('hex') }),
    sourceError: () => failure,
  }
}

/** Reads content to its end only to measure it. */
export const drain = async (content: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const _ of content);
}
