/**
 * Takes exact lengths from a stream of chunks cut anywhere. Bytes that lie in one chunk are handed out as a view;
 * others are gathered in one buffer that every `take` uses again, so what it answers is valid until the next `take`.
 */
export class ChunkReader {
  readonly #source: AsyncIterator<Uint8Array>
  #chunk = new Uint8Array(0) as Uint8Array
  #at = 0
  #gathered = new Uint8Array(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next `length` bytes; fewer only where the stream ends. */
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

  /** Whether nothing is left; waits for the next chunk to know. */
  async atEnd(): Promise<boolean> {
    while (this.#at === this.#chunk.length) {
      const next = await this.#source.next()
      if (next.done) return true
      this.#chunk = next.value
      this.#at = 0
    }
    return false
  }

  /** Lets the source go, read to its end or not. */
  async close(): Promise<void> {
    await this.#source.return?.()
  }

  #view(length: number): Uint8Array {
    const view = this.#chunk.subarray(this.#at, this.#at + length)
    this.#at += length
    return view
  }
}
