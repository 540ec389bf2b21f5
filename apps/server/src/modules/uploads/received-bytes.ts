import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ProductError } from '@holdfast/contract'
import type { Part } from './part-headers.ts'

/**
 * The bytes of a part as they arrive. The stream fails at its end if they are not the announced ones, so that the
 * store does not keep them. If the store stops reading, the rest is read and discarded: most devices read no response
 * before they have sent everything, and a closed connection would not tell them the reason.
 * @throws ProductError upload.digest_mismatch, request.malformed if the connection was interrupted
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
