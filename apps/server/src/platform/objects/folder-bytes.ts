import type { FileHandle } from 'node:fs/promises'
import { ObjectNotFound, ObjectRangeUnsatisfiable } from './errors.ts'
import { asStorageError, codeOf } from './folder-errors.ts'
import type { ByteRange, StoredBytes } from './objects.ts'

const chunkBytes = 256 * 1024
/** 16 MiB at most. */
const maxSpareBuffers = 64

/**
 * Memory of reads that have ended, for the next ones. V8 collects its whole heap for every 64 MiB of new buffers, which took half
 * of the time of a playback.
 */
const spareBuffers: Buffer[] = []

/** Ranges of a file, one after the other. Closes the file at the end. */
export class FolderBytes implements StoredBytes {
  readonly #key: string
  readonly #handle: FileHandle
  readonly #ranges: Iterator<ByteRange>
  readonly #buffer = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)
  #range: ByteRange | undefined
  #at = 0
  #isClosed = false

  constructor(key: string, handle: FileHandle, ranges: readonly ByteRange[]) {
    this.#key = key
    this.#handle = handle
    this.#ranges = ranges.values()
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#isClosed) return { done: true, value: undefined }
    if (!this.#range || this.#at > this.#range.end) {
      this.#range = this.#ranges.next().value
      if (!this.#range) return this.return()
      this.#at = this.#range.start
    }
    const { start, end } = this.#range
    const bytesRead = await this.#read(Math.min(end - this.#at + 1, chunkBytes))
    if (bytesRead === 0 && this.#at === start) throw new ObjectRangeUnsatisfiable(this.#key)
    if (bytesRead === 0) return this.return()
    this.#at += bytesRead
    return { done: false, value: this.#buffer.subarray(0, bytesRead) }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#isClosed) {
      this.#isClosed = true
      if (spareBuffers.length < maxSpareBuffers) spareBuffers.push(this.#buffer)
      await this.#handle.close()
    }
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #read(length: number): Promise<number> {
    try {
      return (await this.#handle.read(this.#buffer, 0, length, this.#at)).bytesRead
    } catch (error) {
      // A folder can be opened like a file.
      throw codeOf(error) === 'EISDIR' ? new ObjectNotFound(this.#key) : asStorageError(error, `read ${this.#key}`)
    }
  }
}
