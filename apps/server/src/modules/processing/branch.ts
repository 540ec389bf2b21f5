/** Number of chunks that are buffered for a slower consumer. */
const depth = 8

/** One consumer's side of a stream that several consumers read. It ends early if its consumer stops reading. */
export class Branch implements AsyncIterableIterator<Uint8Array> {
  readonly #waiting: Uint8Array[] = []
  #isClosed = false
  #end: { error?: unknown } | null = null
  #reader: (() => void) | null = null
  #writer: (() => void) | null = null

  /** @returns a promise to await before the next chunk; `null` if there is room */
  push(chunk: Uint8Array): Promise<void> | null {
    if (this.#isClosed) return null
    this.#waiting.push(chunk)
    this.#wakeReader()
    if (this.#waiting.length < depth) return null
    return new Promise((resolve) => {
      this.#writer = resolve
    })
  }

  /** Ends the stream. With an error, reading fails with it after the buffered chunks. */
  end(end: { error?: unknown } = {}): void {
    this.#end = end
    this.#wakeReader()
  }

  /** The consumer stops reading: further chunks are dropped, and the writer no longer waits. */
  close(): void {
    this.#isClosed = true
    this.#waiting.length = 0
    this.#wakeWriter()
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (!this.#isClosed) {
      const chunk = this.#waiting.shift()
      if (chunk) {
        this.#wakeWriter()
        return { done: false, value: chunk }
      }
      if (this.#end) {
        if ('error' in this.#end) throw this.#end.error
        break
      }
      await new Promise<void>((resolve) => {
        this.#reader = resolve
      })
    }
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.close()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #wakeReader(): void {
    this.#reader?.()
    this.#reader = null
  }

  #wakeWriter(): void {
    this.#writer?.()
    this.#writer = null
  }
}
