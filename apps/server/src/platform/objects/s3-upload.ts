import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { StorageUnavailable } from './errors.ts'
import { limitOf, type S3Limits } from './s3-client.ts'

/** Two parts of 8 MiB are in memory at once; 10,000 parts limit an object to 78 GiB. */
const partBytes = 8 * 1024 ** 2
const partsInFlight = 2

/**
 * Uploads content of any length: in one request when it fits a part, otherwise as a multipart upload. That is aborted when
 * the content or the store fails, or the store takes too long in total, so that no billed parts stay behind.
 * @throws StorageUnavailable when it took too long
 */
export const uploadStream = async (
  client: S3Client,
  target: { Bucket: string; Key: string; IfNoneMatch?: string },
  content: AsyncIterable<Uint8Array>,
  limits: S3Limits,
): Promise<void> => {
  let isLate = false
  const timed = timedForStore(content, limits, () => {
    isLate = true
    void upload.abort()
  })
  const Body = Readable.from(timed.content, { objectMode: false })
  const upload = new Upload({
    client,
    params: { ...target, Body },
    partSize: partBytes,
    queueSize: partsInFlight,
    leavePartsOnError: false,
  })
  try {
    await upload.done()
  } catch (error) {
    throw isLate ? new StorageUnavailable('The bucket took too long for an upload as a whole', { cause: error }) : error
  } finally {
    timed.stop()
    Body.destroy()
  }
}

/**
 * Limits how long the store may keep the content waiting in total, depending on its length. Time spent waiting for the source
 * does not count, because a handset may be slow.
 */
const timedForStore = (content: AsyncIterable<Uint8Array>, limits: S3Limits, onLate: () => void) => {
  let bytes = 0
  let waitedMs = 0
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  const start = () => {
    timer = setTimeout(onLate, Math.max(0, limitOf(limits, bytes) - waitedMs))
  }
  const timed = async function* () {
    for await (const chunk of content) {
      bytes += chunk.byteLength
      const from = performance.now()
      start()
      yield chunk
      stop()
      waitedMs += performance.now() - from
    }
    start()
  }
  return { content: timed(), stop }
}
