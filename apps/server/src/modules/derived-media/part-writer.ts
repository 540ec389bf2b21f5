import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { MediaPart } from '@holdfast/contract'
import { measured, partContext, type RecordingContext, sealPart } from '@holdfast/custody'
import { DecodingError } from '../../platform/media/index.ts'
import type { Objects } from '../../platform/objects/index.ts'
import { headName, isInDatabase } from './parts-of-media.ts'

/** A part that is sealed and stored, but for its row. */
export interface SealedPart {
  part: MediaPart
  iv: string
  /** Bytes of the sealed part, without those in `head_iv`. */
  size: number
  /** The sealed bytes of a part that belongs in the database, or with `head_iv` the first bytes of another one. */
  sealed?: Buffer
  head_iv?: string
  /** Key of the object of any other part. */
  s3_path?: string
}

export interface WrittenPart {
  part: MediaPart
  /** What its sealed bytes are bound to, beside the recording. */
  name: string
  dek: Uint8Array
  /** Of the recording. */
  context: RecordingContext
  /** Key of its object. */
  keyOf: (iv: string) => string
  /** More bytes of content end it. */
  maxBytes: number
}

/** Seals one part while the decoder makes it, and stores it. */
export class PartWriter {
  readonly #written: WrittenPart
  readonly #objects: Objects
  readonly #plain = new PassThrough()
  readonly #stored: Promise<SealedPart>
  #bytes = 0
  #head: Uint8Array | null = null

  constructor(objects: Objects, written: WrittenPart) {
    const { part, name, dek, context, keyOf } = written
    const { iv, content } = sealPart(this.#plain, dek, partContext(context, name))
    const { content: sealed, measure } = measured(content)
    this.#written = written
    this.#objects = objects
    this.#stored = isInDatabase(part)
      ? bytesOf(sealed).then((bytes) => ({ part, iv, size: bytes.length, sealed: bytes }))
      : objects.put(keyOf(iv), sealed).then(() => ({ part, iv, size: measure().size, s3_path: keyOf(iv) }))
    // Fails the next write, and `finish`.
    this.#stored.catch((error: Error) => this.#plain.destroy(error))
    this.#plain.on('error', () => undefined)
  }

  /** @throws DecodingError `too_large` */
  async write(bytes: Uint8Array): Promise<void> {
    this.#bytes += bytes.length
    if (this.#bytes > this.#written.maxBytes) {
      throw new DecodingError('too_large', `More than ${this.#written.maxBytes} bytes of ${this.#written.part}`)
    }
    if (this.#plain.destroyed) await this.#stored
    if (!this.#plain.write(bytes)) await Promise.race([once(this.#plain, 'drain'), this.#stored])
  }

  /** Puts a few bytes before all others, which the decoder knows only at the end. */
  beginWith(head: Uint8Array): void {
    this.#head = head
  }

  async finish(): Promise<SealedPart> {
    this.#plain.end()
    const stored = await this.#stored
    if (!this.#head) return stored
    const { dek, context, name } = this.#written
    const { iv: head_iv, content } = sealPart(oneChunk(this.#head), dek, partContext(context, headName(name)))
    return { ...stored, sealed: await bytesOf(content), head_iv }
  }

  /** The part is not wanted any more. */
  async discard(): Promise<void> {
    this.#plain.destroy(new Error('The decoder failed'))
    const stored = await this.#stored.catch(() => null)
    if (stored?.s3_path !== undefined) await this.#objects.delete(stored.s3_path)
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const bytesOf = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}
