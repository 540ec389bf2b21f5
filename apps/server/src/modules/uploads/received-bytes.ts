import { createHash } from 'node:crypto'
import { ProductError } from '@holdfast/contract'
import type { Part } from './part-headers.ts'

/**
 * The bytes of a part as they arrive. The stream fails at its end unless they are the announced ones, so that a store
 * that takes it keeps nothing else.
 * @throws ProductError upload.digest_mismatch, request.malformed when the connection broke off
 */
export async function* receivedBytes(body: AsyncIterable<Uint8Array>, part: Part): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of body) {
      hash.update(chunk)
      bytes += chunk.byteLength
      yield chunk
    }
  } catch {
    throw brokenOff()
  }
  if (bytes !== part.bytes) throw brokenOff()
  if (hash.digest('hex') !== part.sha256) throw new ProductError('upload.digest_mismatch')
}

const brokenOff = () => new ProductError('request.malformed', { reason: 'the body broke off' })
