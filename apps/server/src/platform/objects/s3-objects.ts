import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { ObjectNotFound, ObjectRangeUnsatisfiable } from './errors.ts'
import { drain, type MeasuredContent, measureContent } from './measured-content.ts'
import { assertObjectKey, assertObjectPrefix, isObjectKey } from './object-key.ts'
import type { Objects, PutResult } from './objects.ts'
import type { S3Address } from './s3-address.ts'
import { limitOf, type S3Limits, s3Client, defaultLimits, within } from './s3-client.ts'
import { asStorageError, httpStatusOf, isPreconditionFailed } from './s3-errors.ts'
import { supportsConditionalWrites, oneAtATime } from './s3-conditional-writes.ts'
import { uploadStream } from './s3-upload.ts'

/** S3 copies an object of at most this size by itself; a larger one must be uploaded again. */
const maxCopyBytes = 5 * 1024 ** 3
const maxListedKeys = 1000
/** Not a valid key, so that a readiness check never touches an object. */
const checkKeyPrefix = '~check/'

/** Objects in a bucket of S3 or of a compatible store. The bucket must exist. */
export const openS3Objects = async (address: S3Address, limits: S3Limits = defaultLimits): Promise<Objects> => {
  const client = s3Client(address, limits)
  const Bucket = address.bucket
  const checkKey = `${checkKeyPrefix}${randomUUID()}`

  const head: Objects['head'] = async (key) => {
    assertObjectKey(key)
    try {
      const found = await client.send(new HeadObjectCommand({ Bucket, Key: key }))
      return { bytes: found.ContentLength ?? 0 }
    } catch (error) {
      if (httpStatusOf(error) === 404) return null
      throw asStorageError(error, `head ${key}`)
    }
  }

  const get: Objects['get'] = async (key, range) => {
    assertObjectKey(key)
    if (range && range.end < range.start) throw new ObjectRangeUnsatisfiable(key)
    try {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, ...(Range && { Range }) }))
      return Body instanceof Readable ? Body : Readable.from([])
    } catch (error) {
      if (httpStatusOf(error) === 404) throw new ObjectNotFound(key)
      if (httpStatusOf(error) === 416) throw new ObjectRangeUnsatisfiable(key)
      throw asStorageError(error, `get ${key}`)
    }
  }

  const inTurn = oneAtATime()
  let conditional: Promise<boolean> | undefined
  /** Tested once, at the first call that needs it; tested again if the store could not answer. */
  const canChooseFirst = async (): Promise<boolean> => {
    conditional ??= supportsConditionalWrites(client, Bucket, checkKeyPrefix)
    return conditional.catch((error: unknown) => {
      conditional = undefined
      throw error
    })
  }

  const write = async (key: string, measured: MeasuredContent, onlyFirst: boolean): Promise<PutResult> => {
    try {
      await uploadStream(client, { Bucket, Key: key, ...(onlyFirst && { IfNoneMatch: '*' }) }, measured, limits)
      return { ...measured.result(), existed: false }
    } catch (error) {
      if (measured.sourceError() !== undefined) throw measured.sourceError()
      // The store checks the condition when all content has arrived, so the measurement is complete.
      if (onlyFirst && isPreconditionFailed(error)) return { ...measured.result(), existed: true }
      throw asStorageError(error, `put ${key}`)
    }
  }

  const writeFirst = async (key: string, measured: MeasuredContent, onlyFirst: boolean): Promise<PutResult> => {
    if (!(await head(key))) return write(key, measured, onlyFirst)
    await drain(measured)
    return { ...measured.result(), existed: true }
  }

  const put: Objects['put'] = async (key, content, options = {}) => {
    assertObjectKey(key)
    const measured = measureContent(content, options.bytes)
    if (!options.ifAbsent) return write(key, measured, false)
    return (await canChooseFirst())
      ? writeFirst(key, measured, true)
      : inTurn(key, () => writeFirst(key, measured, false))
  }

  const remove: Objects['delete'] = async (key) => {
    assertObjectKey(key)
    await deleteObject(key)
  }

  const deleteObject = async (Key: string): Promise<void> => {
    try {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    } catch (error) {
      if (httpStatusOf(error) !== 404) throw asStorageError(error, `delete ${Key}`)
    }
  }

  return {
    put,
    get,
    head,
    delete: remove,

    async move(from, to) {
      assertObjectKey(to)
      const source = await head(from)
      if (!source) throw new ObjectNotFound(from)
      // S3 refuses to copy an object onto itself.
      if (from === to) return
      if (source.bytes > maxCopyBytes) {
        await put(to, await get(from), { bytes: source.bytes })
      } else {
        const CopySource = [Bucket, ...from.split('/')].map(encodeURIComponent).join('/')
        const copying = client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource }))
        await within(limitOf(limits, source.bytes), copying).catch((error: unknown) => {
          throw httpStatusOf(error) === 404 ? new ObjectNotFound(from) : asStorageError(error, `move ${from}`)
        })
      }
      await deleteObject(from)
    },

    async *list(prefix) {
      assertObjectPrefix(prefix)
      try {
        for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
          for (const { Key, Size } of page.Contents ?? []) {
            if (Key !== undefined && isObjectKey(Key)) yield { key: Key, bytes: Size ?? 0 }
          }
        }
      } catch (error) {
        throw asStorageError(error, `list ${prefix}`)
      }
    },

    async page(prefix, { after, limit }) {
      assertObjectPrefix(prefix)
      const objects: { key: string; bytes: number }[] = []
      try {
        // A bucket lists its keys in order.
        const pages = paginateListObjectsV2(
          { client, pageSize: Math.min(limit, maxListedKeys) },
          { Bucket, Prefix: prefix, ...(after && { StartAfter: after }) },
        )
        for await (const { Contents = [] } of pages) {
          for (const { Key, Size } of Contents) {
            if (Key !== undefined && isObjectKey(Key)) objects.push({ key: Key, bytes: Size ?? 0 })
          }
          if (objects.length >= limit) break
        }
      } catch (error) {
        throw asStorageError(error, `list ${prefix}`)
      }
      const whole = objects.slice(0, limit)
      return { objects: whole, next: whole.length < limit ? null : (whole.at(-1)?.key ?? null) }
    },

    async check() {
      try {
        await uploadStream(client, { Bucket, Key: checkKey }, Readable.from([Buffer.from('check')]), limits)
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: checkKey }))
        if (Body instanceof Readable) await drain(Body)
      } catch (error) {
        throw asStorageError(error, 'check')
      }
      await deleteObject(checkKey)
    },

    close: async () => client.destroy(),
  }
}
