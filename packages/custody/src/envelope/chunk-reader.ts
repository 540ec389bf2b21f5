/**
 * Reads exact lengths from a stream of chunks of any size. Bytes within one chunk are returned as a view. Others are copied
 * into one buffer that every `take` reuses, so its result is valid only until the next `take`.
 */
export class ChunkReader {
  readonly #source: AsyncIterator<Uint8Array>
  #chunk = new Uint8Array(0) as Uint8Array
  #at = 0
  #gathered = new Uint8Array(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next `length` bytes; fewer only at the end of the stream. */
  async take(length: number): Promise<Uint8Array> {
    if (await this.atEnd()) return this.#chunk.subarray(this.#chunk.length)
    if (this.#chunk.length - this.#at >= length) return this.#view(length)
    if (this.#gathered.length < length) this.#gathered = new Uint8Array(length)
    let filled = 0
    while (filled < length && !(await this.atEnd())) {
      const part = this.#view(Math.min(length - filled, this.#chunk.length - this.#at))
      this.#gathered.set(part, filled)
      filled += part.length
    }
    return this.#gathered.subarray(0, filled)
  }

  /** Whether the stream has ended; waits for the next chunk to find out. */
  async atEnd(): Promise<boolean> {
    while (this.#at === this.#chunk.length) {
      const next = await this.#source.next()
      if (next.done) return true
      this.#chunk = next.value
      this.#at = 0
    }
    return false
  }

  /** Releases the source, whether or not it was read to its end. */
  async close(): Promise<void> {
    await this.#source.return?.()
  }

  #view(length: number): Uint8Array {
    const view = this.#chunk.subarray(this.#at, this.#at + length)
    this.#at += length
    return view
  }
}
