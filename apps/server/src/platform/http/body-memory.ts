import { ProductError } from '@holdfast/contract'
import { type Chunks, freeChunks } from './body-chunks.ts'

const mebibyte = 1024 * 1024
/** Every body may hold this much, even when the limits are reached; it is enough for an ordinary body. */
const guaranteedBytes = 64 * 1024
const maxBytesOfCaller = 16 * mebibyte
/** A body that has been arriving for longer than this is given up when others need its memory. */
const protectedMs = 10_000
const [minChunkBytes, maxChunkBytes] = [16 * 1024, 256 * 1024]

/** Limits the bytes of bodies that the process holds until the calls are answered; large bodies are refused beyond that. */
export class BodyMemory {
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #bytesByCaller = new Map<string, number>()
  /** The oldest first. */
  readonly #arriving = new Set<BodyBuffer>()
  #bytes = 0

  constructor({ maxBytes = 24 * mebibyte, now = Date.now }: { maxBytes?: number; now?: () => number } = {}) {
    this.#maxBytes = maxBytes
    this.#now = now
  }

  /** Starts counting the body of one call. */
  hold(caller: string): BodyBuffer {
    const buffer = new BodyBuffer({
      begunAt: this.#now(),
      makeRoom: (more) =>
        this.#makeRoom(more, buffer) && (this.#bytesByCaller.get(caller) ?? 0) + more <= maxBytesOfCaller,
      change: (by) => {
        this.#bytes += by
        const ofCaller = (this.#bytesByCaller.get(caller) ?? 0) + by
        if (ofCaller > 0) this.#bytesByCaller.set(caller, ofCaller)
        else this.#bytesByCaller.delete(caller)
      },
      leave: () => this.#arriving.delete(buffer),
    })
    this.#arriving.add(buffer)
    return buffer
  }

  /** Gives up other slow bodies if necessary: otherwise a few callers whose bodies trickle would keep everybody else out. */
  #makeRoom(more: number, asking: BodyBuffer): boolean {
    for (const oldest of this.#arriving) {
      if (this.#bytes + more <= this.#maxBytes || this.#now() - oldest.begunAt <= protectedMs) break
      if (oldest !== asking) oldest.giveUp()
    }
    return this.#bytes + more <= this.#maxBytes
  }
}

interface Room {
  begunAt: number
  makeRoom: (bytes: number) => boolean
  change: (by: number) => void
  /** The body is not arriving any more. */
  leave: () => void
}

/**
 * The bytes of one body, as a list of buffers: a single growing buffer would exist twice whenever it is copied. Long chunks
 * are kept without a copy. Short ones are copied together, because a buffer for each byte takes a hundred times as much.
 */
export class BodyBuffer {
  readonly #room: Room
  #chunks: Chunks = []
  /** Unused bytes at the end of the last chunk. */
  #free = 0
  #counted = 0
  /** Whether others needed its memory. */
  #isGivenUp = false
  /** Whether the call has ended. */
  isReleased = false
  length = 0

  constructor(room: Room) {
    this.#room = room
  }

  get begunAt(): number {
    return this.#room.begunAt
  }

  /** @throws ProductError `server.busy` */
  assertRoom(bytes: number): void {
    const hasRoom = this.#room.makeRoom(bytes)
    if (this.#counted + bytes > guaranteedBytes && !hasRoom) throw new ProductError('server.busy')
  }

  /** @throws ProductError `server.busy`, also for a body that was given up */
  add(chunk: Uint8Array): void {
    this.#assertKept()
    if (this.#free === 0 && isKeptUncopied(chunk)) this.#keep(chunk)
    else this.#copy(chunk)
  }

  #keep(chunk: Uint8Array<ArrayBuffer>): void {
    if (this.isReleased) return
    this.#count(chunk.length)
    this.#chunks.push(chunk)
    this.length += chunk.length
  }

  #copy(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && !this.isReleased; ) {
      if (this.#free === 0) this.#grow()
      const part = chunk.subarray(at, at + this.#free)
      const last = this.#chunks.at(-1)
      last?.set(part, last.length - this.#free)
      this.#free -= part.length
      this.length += part.length
      at += part.length
    }
  }

  /**
   * All bytes have arrived: it is not given up any more.
   * @throws ProductError `server.busy` for a body that was given up
   */
  complete(): void {
    this.#assertKept()
    this.#room.leave()
  }

  /** Frees a body that is still arriving; its caller is refused with the next bytes. */
  giveUp(): void {
    this.#isGivenUp = true
    this.#free = 0
    this.#forget()
  }

  /** Returns the bytes, which count against the limits until `release`. */
  takeChunks(): Chunks {
    const chunks = this.#chunks
    const last = chunks.pop()
    if (last) chunks.push(last.subarray(0, last.length - this.#free))
    this.#chunks = []
    this.#free = 0
    return chunks
  }

  release(): void {
    this.isReleased = true
    this.#forget()
  }

  #forget(): void {
    this.#room.leave()
    freeChunks(this.#chunks.splice(0))
    this.#room.change(-this.#counted)
    this.#counted = 0
  }

  #assertKept(): void {
    if (this.#isGivenUp) throw new ProductError('server.busy')
  }

  #grow(): void {
    const size = Math.min(maxChunkBytes, Math.max(minChunkBytes, this.#counted))
    this.#count(size)
    this.#chunks.push(new Uint8Array(size))
    this.#free = size
  }

  #count(bytes: number): void {
    this.assertRoom(bytes)
    this.#room.change(bytes)
    this.#counted += bytes
  }
}

/** Whether the chunk is long and does not share its buffer. */
const isKeptUncopied = (chunk: Uint8Array): chunk is Uint8Array<ArrayBuffer> =>
  chunk.length >= minChunkBytes && chunk.buffer instanceof ArrayBuffer && chunk.length === chunk.buffer.byteLength
