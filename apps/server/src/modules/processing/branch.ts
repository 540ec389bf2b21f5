/** Chunks that wait for a slower consumer, so that the consumers needn't walk in step. */
const depth = 8

/** One consumer's side of a stream that several consumers read. Ends early when its consumer has seen enough. */
export class Branch implements AsyncIterableIterator<Uint8Array> {
  readonly #waiting: Uint8Array[] = []
  #isClosed = false
  #end: { error?: unknown } | null = null
  #reader: (() => void) | null = null
  #writer: (() => void) | null = null

  /** @returns what to wait for before the next chunk; null when there is room */
  push(chunk: Uint8Array): Promise<void> | null {
    if (this.#isClosed) return null
    this.#waiting.push(chunk)
    this.#wakeReader()
    if (this.#waiting.length < depth) return null
    return new Promise((resolve) => {
      this.#writer = resolve
    })
  }

  /** No more chunks come; with an error, the consumer's next read fails with it. */
  end(end: { error?: unknown } = {}): void {
    this.#end = end
    this.#wakeReader()
  }

  /** The consumer reads no more: nothing waits for it. */
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
