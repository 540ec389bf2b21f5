import { createHash } from 'node:crypto'
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { assertDeliveryPath } from './delivery-path.ts'
import type { DeliveredFile, Destination, FileToDeliver, PutOptions } from './destination.ts'
import { DestinationError } from './destination-error.ts'
import { isSame, type Measured, measureContent } from './measured.ts'
import type { S3Connection } from './s3-connection.ts'
import { S3Upload } from './s3-upload.ts'

export class S3Destination implements Destination {
  readonly #connection: S3Connection

  constructor(connection: S3Connection) {
    this.#connection = connection
  }

  async put(path: string, file: FileToDeliver, options: PutOptions): Promise<DeliveredFile> {
    assertDeliveryPath(path)
    const key = this.#keyOf(path)
    try {
      const existing = await this.#sizeOf(key)
      if (existing !== null) return await this.#comparePresent(key, { file, size: existing, signal: options.signal })
      const upload = new S3Upload(this.#connection, { ...this.#bucket, Key: key })
      const { sent, outcome } = await upload.send(file, options)
      if (outcome === 'exists') return await this.#compareSent(key, sent)
      if (outcome === 'checked') return { ...sent, check: 'checksum' }
      return await this.#readBack(key, sent)
    } catch (error) {
      throw this.#connection.explain(error)
    }
  }

  /** Without the right to list the bucket, a store answers 403 for a file that does not exist. */
  async read(path: string, maxBytes: number): Promise<Buffer | null> {
    assertDeliveryPath(path)
    try {
      const target = { ...this.#bucket, Key: this.#keyOf(path) }
      return await this.#connection.send(
        async (client, options) => {
          const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(target), options)
          const pieces: Uint8Array[] = []
          let bytes = ContentLength
          let read = 0
          if (bytes <= maxBytes) {
            for await (const piece of piecesOf(Body)) {
              pieces.push(piece)
              read += piece.byteLength
              bytes = Math.max(bytes, read)
              if (bytes > maxBytes) break
            }
          }
          if (bytes <= maxBytes) return Buffer.concat(pieces)
          destroy(Body)
          throw new DestinationError('too_large', `${path} has more than ${maxBytes} bytes`)
        },
        { bytes: maxBytes },
      )
    } catch (error) {
      const status = statusOf(error)
      if (status === 403 || (status === 404 && nameOf(error) !== 'NoSuchBucket')) return null
      throw this.#connection.explain(error)
    }
  }

  /** Objects get their names when they are whole. The role may not list parts of others, which rules of the bucket remove. */
  async removeLeftovers(): Promise<void> {}

  async close(): Promise<void> {
    this.#connection.close()
  }

  get #bucket(): { Bucket: string } {
    return { Bucket: this.#connection.place.bucket }
  }

  #keyOf(path: string): string {
    return `${this.#connection.place.prefix}${path}`
  }

  /** `null` if there is none, or the role may not list the bucket: then the condition of the upload decides. */
  async #sizeOf(key: string): Promise<number | null> {
    try {
      const head = await this.#connection.send((client, options) =>
        client.send(new HeadObjectCommand({ ...this.#bucket, Key: key }), options),
      )
      return head.ContentLength ?? 0
    } catch (error) {
      if ([403, 404].includes(statusOf(error) ?? 0)) return null
      throw error
    }
  }

  async #comparePresent(
    key: string,
    { file, size, signal }: { file: FileToDeliver; size: number; signal: AbortSignal },
  ): Promise<DeliveredFile> {
    const { earlier } = file
    if (earlier?.bytes === size && isSame(earlier, await this.#measure(key, size)))
      return { ...earlier, check: 'present' }
    if (file.size !== undefined && file.size !== size) throw differentFile()
    return this.#compareSent(key, await measureContent(file.open(), signal))
  }

  async #compareSent(key: string, own: Measured): Promise<DeliveredFile> {
    if (!isSame(own, await this.#measure(key, own.bytes))) throw differentFile()
    return { ...own, check: 'present' }
  }

  /** For stores that compare no SHA-256. A wrong object is removed again, because nothing was there before. */
  async #readBack(key: string, sent: Measured): Promise<DeliveredFile> {
    if (isSame(sent, await this.#measure(key, sent.bytes))) return { ...sent, check: 'read_back' }
    await this.#connection
      .send((client, options) => client.send(new DeleteObjectCommand({ ...this.#bucket, Key: key }), options))
      .catch(() => undefined)
    throw new DestinationError('differs', 'The file that was read back is not the one that was sent')
  }

  #measure(key: string, expectedBytes: number): Promise<Measured> {
    return this.#connection.send(
      async (client, options) => {
        const { Body } = await client.send(new GetObjectCommand({ ...this.#bucket, Key: key }), options)
        const hash = createHash('sha256')
        let bytes = 0
        for await (const piece of piecesOf(Body)) {
          bytes += piece.byteLength
          if (bytes > expectedBytes) break
          hash.update(piece)
        }
        destroy(Body)
        return { bytes, sha256: hash.digest('hex') }
      },
      { bytes: expectedBytes },
    )
  }
}

const differentFile = () =>
  new DestinationError('exists_differently', 'A file of this name with other content is there')

/** The SDK's type is that of all platforms; in Node it is a stream. */
const piecesOf = (body: unknown): AsyncIterable<Uint8Array> => (body ?? []) as AsyncIterable<Uint8Array>
const destroy = (body: unknown): void => (body as { destroy?: () => void } | undefined)?.destroy?.()

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')
