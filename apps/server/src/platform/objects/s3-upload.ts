import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

/** Two parts of 8 MiB are in memory at once; 10,000 parts make 78 GiB the largest object. */
const partBytes = 8 * 1024 ** 2
const partsInFlight = 2

/**
 * Sends content of any length: in one request when it fits a part, else as a multipart upload, which is aborted when
 * the content or the store fails, so that no paid-for parts stay behind.
 */
export const uploadStream = async (
  client: S3Client,
  target: { Bucket: string; Key: string; IfNoneMatch?: string },
  content: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const Body = Readable.from(content, { objectMode: false })
  const upload = new Upload({
    client,
    params: { ...target, Body },
    partSize: partBytes,
    queueSize: partsInFlight,
    leavePartsOnError: false,
  })
  try {
    await upload.done()
  } finally {
    Body.destroy()
  }
}
