import { ProductError } from '@holdfast/contract'
import { freePieces, type Pieces } from './held-pieces.ts'

const mebibyte = 1024 * 1024
/** Of each body, what is held whatever others hold: all of a usual one. */
const alwaysHeldBytes = 64 * 1024
const maxBytesOfCaller = 16 * mebibyte
const [smallestPiece, largestPiece] = [16 * 1024, 256 * 1024]

/** Bytes of bodies that the process holds at once, until they are answered. Large ones are refused when there is no room. */
export class BodyMemory {
  readonly #maxBytes: number
  readonly #heldBy = new Map<string, number>()
  #held = 0

  constructor({ maxBytes = 24 * mebibyte }: { maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes
  }

  /** What one call of a caller holds, from now on. */
  hold(caller: string): HeldBody {
    return new HeldBody({
      hasRoom: (more) =>
        this.#held + more <= this.#maxBytes && (this.#heldBy.get(caller) ?? 0) + more <= maxBytesOfCaller,
      change: (by) => {
        this.#held += by
        const ofCaller = (this.#heldBy.get(caller) ?? 0) + by
        if (ofCaller > 0) this.#heldBy.set(caller, ofCaller)
        else this.#heldBy.delete(caller)
      },
    })
  }
}

interface Room {
  hasRoom: (bytes: number) => boolean
  change: (by: number) => void
}

/**
 * The bytes of one body. They are kept in pieces: a block that grows would be there twice whenever it is copied. Long chunks
 * are pieces as they are; those of a body that comes byte by byte would take a hundred times its length.
 */
export class HeldBody {
  readonly #room: Room
  #pieces: Pieces = []
  /** What the last piece can still take. */
  #free = 0
  #counted = 0
  /** Whether nobody waits for it any more. */
  isReleased = false
  length = 0

  constructor(room: Room) {
    this.#room = room
  }

  /** @throws ProductError `server.busy` */
  assertRoom(bytes: number): void {
    if (this.#counted + bytes > alwaysHeldBytes && !this.#room.hasRoom(bytes)) throw new ProductError('server.busy')
  }

  /** @throws ProductError `server.busy` */
  add(chunk: Uint8Array): void {
    if (this.#free === 0 && isWorthKeeping(chunk)) this.#keep(chunk)
    else this.#copy(chunk)
  }

  #keep(chunk: Uint8Array<ArrayBuffer>): void {
    if (this.isReleased) return
    this.#count(chunk.length)
    this.#pieces.push(chunk)
    this.length += chunk.length
  }

  #copy(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && !this.isReleased; ) {
      if (this.#free === 0) this.#grow()
      const part = chunk.subarray(at, at + this.#free)
      const last = this.#pieces.at(-1)
      last?.set(part, last.length - this.#free)
      this.#free -= part.length
      this.length += part.length
      at += part.length
    }
  }

  /** All that came, for whoever takes it over; it counts until it is released. */
  takeOut(): Pieces {
    const pieces = this.#pieces
    const last = pieces.pop()
    if (last) pieces.push(last.subarray(0, last.length - this.#free))
    this.#pieces = []
    this.#free = 0
    return pieces
  }

  release(): void {
    this.isReleased = true
    freePieces(this.#pieces.splice(0))
    this.#room.change(-this.#counted)
    this.#counted = 0
  }

  #grow(): void {
    const size = Math.min(largestPiece, Math.max(smallestPiece, this.#counted))
    this.#count(size)
    this.#pieces.push(new Uint8Array(size))
    this.#free = size
  }

  #count(bytes: number): void {
    this.assertRoom(bytes)
    this.#room.change(bytes)
    this.#counted += bytes
  }
}

/** Whether it is long, and nobody else has a part of its memory. */
const isWorthKeeping = (chunk: Uint8Array): chunk is Uint8Array<ArrayBuffer> =>
  chunk.length >= smallestPiece && chunk.buffer instanceof ArrayBuffer && chunk.length === chunk.buffer.byteLength
