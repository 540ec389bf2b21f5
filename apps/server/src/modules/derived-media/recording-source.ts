import type { RangeSource } from '../../platform/media/index.ts'
import type { SealedContent } from '../payloads/index.ts'

/**
 * A recording for the decoder, which mostly reads on where it stopped: the stream of the last range is kept open, so that no
 * segment is opened twice.
 */
export class RecordingSource implements RangeSource {
  readonly size: number
  readonly #content: SealedContent
  #position = 0
  #stream: AsyncIterator<Buffer> | null = null
  #rest: Buffer = Buffer.alloc(0)

  constructor(content: SealedContent) {
    this.#content = content
    this.size = content.size
  }

  async read(offset: number, length: number): Promise<Buffer> {
    if (offset !== this.#position || !this.#stream) await this.#openAt(offset)
    const pieces: Buffer[] = []
    for (let missing = length; missing > 0; ) {
      if (this.#rest.length === 0) {
        const next = await this.#stream?.next()
        if (!next || next.done) break
        this.#rest = next.value
      }
      const piece = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(piece.length)
      missing -= piece.length
      pieces.push(piece)
    }
    const read = Buffer.concat(pieces)
    this.#position = offset + read.length
    return read
  }

  async close(): Promise<void> {
    await this.#stream?.return?.()
    this.#stream = null
  }

  async #openAt(offset: number): Promise<void> {
    await this.close()
    const stream = await this.#content.stream({ start: offset, end: this.size })
    this.#stream = stream[Symbol.asyncIterator]()
    this.#rest = Buffer.alloc(0)
    this.#position = offset
  }
}
