import { randomUUID } from 'node:crypto'
import { DeleteObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { asStorageError, httpStatusOf, isPreconditionFailed } from './s3-errors.ts'

/**
 * Whether the bucket lets only the first writer of a key win (`If-None-Match: *`). This is tested with a write, because a store
 * that does not support the condition may refuse it (501, 400) or silently ignore it.
 */
export const supportsConditionalWrites = async (
  client: S3Client,
  Bucket: string,
  keyPrefix: string,
): Promise<boolean> => {
  const target = { Bucket, Key: `${keyPrefix}${randomUUID()}`, Body: Buffer.from('check'), IfNoneMatch: '*' }
  try {
    await client.send(new PutObjectCommand(target))
    return await client.send(new PutObjectCommand(target)).then(
      () => false,
      (error: unknown) => isPreconditionFailed(error),
    )
  } catch (error) {
    if ([400, 501].includes(httpStatusOf(error) ?? 0)) return false
    throw asStorageError(error, 'check for conditional writes')
  } finally {
    await client.send(new DeleteObjectCommand({ Bucket, Key: target.Key })).catch(() => undefined)
  }
}

/**
 * Runs work for the same key one at a time, for buckets without conditional writes. This works within one process only:
 * writers in several processes need another lock (the payload's row).
 */
export const oneAtATime = (): (<T>(key: string, work: () => Promise<T>) => Promise<T>) => {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}
