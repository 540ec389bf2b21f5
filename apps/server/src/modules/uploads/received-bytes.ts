import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ProductError } from '@holdfast/contract'
import type { Part } from './part-headers.ts'

/**
 * The bytes of a part as they arrive. The stream fails at its end unless they are the announced ones, so that a store
 * that takes it keeps nothing else. Where the store takes no more, the rest is read and dropped: a connection that is cut
 * in the middle would tell the device nothing, and most read no answer before they have sent all.
 * @throws ProductError upload.digest_mismatch, request.malformed when the connection broke off
 */
export async function* receivedBytes(body: Readable, part: Part): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      hash.update(chunk)
      bytes += chunk.byteLength
      yield chunk
    }
  } catch {
    throw brokenOff()
  } finally {
    body.resume()
  }
  if (bytes !== part.bytes) throw brokenOff()
  if (hash.digest('hex') !== part.sha256) throw new ProductError('upload.digest_mismatch')
}

const brokenOff = () => new ProductError('request.malformed', { reason: 'the body broke off' })
