import type { Slice } from './slice.ts'
import { type FileResult, type ItemResult, noticeOfProgress, storeResults } from './store-results.ts'

const together = 100
/** Senders wait while more results than this are not stored yet. */
const mostWaiting = 400
const everyMs = 1_000

/** Stores results of a slice in batches, in their order: at least each second, or a hundred. */
export class ResultWriter {
  readonly #slice: Slice
  readonly #timer: NodeJS.Timeout
  #files: FileResult[] = []
  #items: ItemResult[] = []
  #writing: Promise<void> = Promise.resolve()
  #failure: { error: unknown } | undefined

  constructor(slice: Slice) {
    this.#slice = slice
    this.#timer = setInterval(() => void this.flush().catch(() => undefined), everyMs)
    this.#timer.unref()
  }

  addFile(file: FileResult): void {
    this.#files.push(file)
  }

  /** @returns once there is room for more. @throws what kept earlier results from being stored */
  async addItem(item: ItemResult): Promise<void> {
    this.#items.push(item)
    if (this.#items.length >= mostWaiting) await this.flush()
    else if (this.#items.length >= together) void this.flush().catch(() => undefined)
    if (this.#failure) throw this.#failure.error
  }

  /** Stores everything that was added. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #write(): Promise<void> {
    if (this.#failure) throw this.#failure.error
    const [files, items] = [this.#files, this.#items]
    if (files.length === 0 && items.length === 0) return
    this.#files = []
    this.#items = []
    const { platform, client, transfer } = this.#slice
    try {
      await platform.database.transaction(client, async (tx) => {
        await storeResults(tx, transfer, { files, items })
        await noticeOfProgress(tx, transfer)
      })
    } catch (error) {
      // The next slice finds results that were not stored at the destination, and stores them then.
      this.#failure = { error }
      throw error
    }
  }
}
