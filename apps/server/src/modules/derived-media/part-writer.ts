import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { MediaPart } from '@holdfast/contract'
import { measured, partContext, type RecordingContext, sealPart } from '@holdfast/custody'
import type { Objects } from '../../platform/objects/index.ts'
import { isInDatabase } from './parts-of-media.ts'

/** A part that is sealed and stored, but for its row. */
export interface SealedPart {
  part: MediaPart
  iv: string
  /** Bytes of the sealed part. */
  size: number
  /** The sealed bytes of a part that belongs in the database. */
  sealed?: Buffer
  /** Key of the object of any other part. */
  s3_path?: string
}

/** Seals one part while the decoder makes it, and stores it. */
export class PartWriter {
  readonly #plain = new PassThrough()
  readonly #stored: Promise<SealedPart>

  constructor(objects: Objects, dek: Uint8Array, context: RecordingContext, part: MediaPart, s3_path: string) {
    const { iv, content } = sealPart(this.#plain, dek, partContext(context, part))
    const { content: sealed, measure } = measured(content)
    this.#stored = isInDatabase(part)
      ? bytesOf(sealed).then((bytes) => ({ part, iv, size: bytes.length, sealed: bytes }))
      : objects.put(s3_path, sealed).then(() => ({ part, iv, size: measure().size, s3_path }))
    // Fails the next write, and `finish`.
    this.#stored.catch((error: Error) => this.#plain.destroy(error))
    this.#plain.on('error', () => undefined)
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#plain.destroyed) await this.#stored
    if (!this.#plain.write(bytes)) await Promise.race([once(this.#plain, 'drain'), this.#stored])
  }

  finish(): Promise<SealedPart> {
    this.#plain.end()
    return this.#stored
  }

  /** The part is not wanted any more. An object that was stored already is replaced by the next try. */
  async discard(): Promise<void> {
    this.#plain.destroy(new Error('The decoder failed'))
    await this.#stored.catch(() => undefined)
  }
}

const bytesOf = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}
