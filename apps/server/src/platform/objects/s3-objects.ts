import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { ObjectNotFound, ObjectRangeUnsatisfiable, StorageUnavailable } from './errors.ts'
import { drain, type MeasuredContent, measureContent } from './measured-content.ts'
import { assertObjectKey, assertObjectPrefix, isObjectKey } from './object-key.ts'
import type { ByteRange, Content, ObjectPage, Objects, PutOptions, PutResult, StoredBytes } from './objects.ts'
import type { S3Address } from './s3-address.ts'
import { defaultLimits, limitOf, type S3Limits, s3Client, within } from './s3-client.ts'
import { oneAtATime, supportsConditionalWrites } from './s3-conditional-writes.ts'
import { asStorageError, httpStatusOf, isPreconditionFailed } from './s3-errors.ts'
import { uploadStream } from './s3-upload.ts'
import { paginateListObjectVersions } from './s3-versions.ts'
import { bytesOfStreams } from './stored-bytes.ts'

/** S3 copies an object of at most this size by itself; a larger one must be uploaded again. */
const maxCopyBytes = 5 * 1024 ** 3
const maxListedKeys = 1000
/** Not a valid key, so that a readiness check never touches an object. */
const checkKeyPrefix = '~check/'

/** Objects in a bucket of S3 or of a compatible store. The bucket must exist. */
export const openS3Objects = async (address: S3Address, limits: S3Limits = defaultLimits): Promise<Objects> =>
  new S3Objects(address, limits)

class S3Objects implements Objects {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #limits: S3Limits
  readonly #checkKey = `${checkKeyPrefix}${randomUUID()}`
  readonly #oneAtATime = oneAtATime()
  #supportsConditionalWrites: Promise<boolean> | undefined

  constructor(address: S3Address, limits: S3Limits) {
    this.#client = s3Client(address, limits)
    this.#bucket = address.bucket
    this.#limits = limits
  }

  async put(key: string, content: Content, options: PutOptions = {}): Promise<PutResult> {
    assertObjectKey(key)
    const measured = measureContent(content, options.bytes)
    if (!options.ifAbsent) return this.#write(key, measured, false)
    return (await this.#canChooseFirst())
      ? this.#writeFirst(key, measured, true)
      : this.#oneAtATime(key, () => this.#writeFirst(key, measured, false))
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    assertObjectKey(key)
    if (range && range.end < range.start) throw new ObjectRangeUnsatisfiable(key)
    try {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...(Range && { Range }) }),
      )
      return Body instanceof Readable ? Body : Readable.from([])
    } catch (error) {
      if (httpStatusOf(error) === 404) throw new ObjectNotFound(key)
      if (httpStatusOf(error) === 416) throw new ObjectRangeUnsatisfiable(key)
      throw asStorageError(error, `get ${key}`)
    }
  }

  async read(key: string, ranges: readonly ByteRange[]): Promise<StoredBytes> {
    const answers = await Promise.allSettled(ranges.map((range) => this.get(key, range)))
    const streams = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    for (const answer of answers) {
      if (answer.status === 'fulfilled') continue
      for (const stream of streams) stream.destroy()
      throw answer.reason
    }
    return bytesOfStreams(streams)
  }

  async head(key: string): Promise<{ bytes: number } | null> {
    assertObjectKey(key)
    try {
      const found = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }))
      return { bytes: found.ContentLength ?? 0 }
    } catch (error) {
      if (httpStatusOf(error) === 404) return null
      throw asStorageError(error, `head ${key}`)
    }
  }

  async move(from: string, to: string): Promise<void> {
    assertObjectKey(to)
    const source = await this.head(from)
    if (!source) throw new ObjectNotFound(from)
    // S3 refuses to copy an object onto itself.
    if (from === to) return
    if (source.bytes > maxCopyBytes) await this.put(to, await this.get(from), { bytes: source.bytes })
    else await this.#copy(from, to, source.bytes)
    await this.#delete(from)
  }

  async delete(key: string): Promise<void> {
    assertObjectKey(key)
    await this.#delete(key)
  }

  async erase(key: string): Promise<void> {
    assertObjectKey(key)
    await this.#delete(key)
    for (const VersionId of await this.#versionsOf(key)) await this.#delete(key, VersionId)
    const isLeft = (await this.#versionsOf(key)).length > 0 || (await this.head(key)) !== null
    if (isLeft) throw new StorageUnavailable(`The bucket has kept ${key}`)
  }

  async *list(prefix: string): AsyncIterable<{ key: string; bytes: number }> {
    assertObjectPrefix(prefix)
    yield* this.#listed(prefix)
  }

  async page(prefix: string, { after, limit }: { after: string; limit: number }): Promise<ObjectPage> {
    assertObjectPrefix(prefix)
    const objects: ObjectPage['objects'] = []
    for await (const object of this.#listed(prefix, { after, pageSize: Math.min(limit, maxListedKeys) })) {
      objects.push(object)
      if (objects.length === limit) break
    }
    return { objects, next: objects.length < limit ? null : (objects.at(-1)?.key ?? null) }
  }

  async check(): Promise<void> {
    const target = { Bucket: this.#bucket, Key: this.#checkKey }
    try {
      await uploadStream(this.#client, target, Readable.from([Buffer.from('check')]), this.#limits)
      const { Body } = await this.#client.send(new GetObjectCommand(target))
      if (Body instanceof Readable) await drain(Body)
    } catch (error) {
      throw asStorageError(error, 'check')
    }
    await this.#delete(this.#checkKey)
  }

  async close(): Promise<void> {
    this.#client.destroy()
  }

  /** Tested once, at the first call that needs it; tested again if the store could not answer. */
  #canChooseFirst(): Promise<boolean> {
    this.#supportsConditionalWrites ??= supportsConditionalWrites(this.#client, this.#bucket, checkKeyPrefix)
    return this.#supportsConditionalWrites.catch((error: unknown) => {
      this.#supportsConditionalWrites = undefined
      throw error
    })
  }

  async #write(key: string, measured: MeasuredContent, onlyFirst: boolean): Promise<PutResult> {
    const target = { Bucket: this.#bucket, Key: key, ...(onlyFirst && { IfNoneMatch: '*' }) }
    try {
      await uploadStream(this.#client, target, measured, this.#limits)
      return { ...measured.result(), existed: false }
    } catch (error) {
      if (measured.sourceError() !== undefined) throw measured.sourceError()
      // The store checks the condition when all content has arrived, so the measurement is complete.
      if (onlyFirst && isPreconditionFailed(error)) return { ...measured.result(), existed: true }
      throw asStorageError(error, `put ${key}`)
    }
  }

  async #writeFirst(key: string, measured: MeasuredContent, onlyFirst: boolean): Promise<PutResult> {
    if (!(await this.head(key))) return this.#write(key, measured, onlyFirst)
    await drain(measured)
    return { ...measured.result(), existed: true }
  }

  async #copy(from: string, to: string, bytes: number): Promise<void> {
    const CopySource = [this.#bucket, ...from.split('/')].map(encodeURIComponent).join('/')
    const copying = this.#client.send(new CopyObjectCommand({ Bucket: this.#bucket, Key: to, CopySource }))
    await within(limitOf(this.#limits, bytes), copying).catch((error: unknown) => {
      throw httpStatusOf(error) === 404 ? new ObjectNotFound(from) : asStorageError(error, `move ${from}`)
    })
  }

  /** In key order, as a bucket lists its keys. */
  async *#listed(prefix: string, { after, pageSize = maxListedKeys }: { after?: string; pageSize?: number } = {}) {
    try {
      const pages = paginateListObjectsV2(
        { client: this.#client, pageSize },
        { Bucket: this.#bucket, Prefix: prefix, ...(after && { StartAfter: after }) },
      )
      for await (const { Contents = [] } of pages) {
        for (const { Key, Size } of Contents) {
          if (Key !== undefined && isObjectKey(Key)) yield { key: Key, bytes: Size ?? 0 }
        }
      }
    } catch (error) {
      throw asStorageError(error, `list ${prefix}`)
    }
  }

  /** The versions and markers of deletions of an object, where the bucket keeps versions; other stores may not know the question. */
  async #versionsOf(key: string): Promise<string[]> {
    const found: string[] = []
    try {
      const pages = paginateListObjectVersions(this.#client, { Bucket: this.#bucket, Prefix: key })
      for await (const { Versions = [], DeleteMarkers = [] } of pages) {
        const own = [...Versions, ...DeleteMarkers].filter(({ Key }) => Key === key)
        // The only version in a bucket without versions is called null: the object itself, which was deleted before.
        found.push(...own.flatMap(({ VersionId }) => (VersionId && VersionId !== 'null' ? VersionId : [])))
      }
    } catch (error) {
      if ([400, 404, 405, 501].includes(httpStatusOf(error) ?? 0)) return []
      throw asStorageError(error, `list versions of ${key}`)
    }
    return found
  }

  /** Also deletes keys that are not valid, as the one of `check`. */
  async #delete(Key: string, VersionId?: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key, ...(VersionId && { VersionId }) }))
    } catch (error) {
      if (httpStatusOf(error) !== 404) throw asStorageError(error, `delete ${Key}`)
    }
  }
}
