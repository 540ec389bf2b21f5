import { sendHead, sendPart } from './channel.ts'
import type { Part } from './protocol.ts'

/**
 * Bytes at the beginning that are sent last: FFmpeg returns to them at the end and writes how long the media data are (the
 * size of `mdat`, ISO/IEC 14496-12, section 8.1.1). Everything behind them is sent while it is made, the index last.
 */
const headBytes = 1024
const seekSize = 0x10000 // AVSEEK_SIZE: asks for the size instead of seeking.

/** Where FFmpeg writes an MP4 that never exists as a file. */
export class Mp4Output {
  readonly #part: Part
  readonly #head = Buffer.alloc(headBytes)
  #position = 0
  #size = 0

  constructor(part: Part) {
    this.#part = part
  }

  write = (bytes: Buffer): number => {
    const start = this.#position
    this.#position += bytes.length
    const inHead = bytes.subarray(0, Math.max(0, headBytes - start))
    inHead.copy(this.#head, start)
    const behind = bytes.subarray(inHead.length)
    if (behind.length > 0) {
      if (start + inHead.length !== Math.max(headBytes, this.#size)) throw new Error('FFmpeg rewrote what was sent')
      sendPart(this.#part, behind)
    }
    this.#size = Math.max(this.#size, this.#position)
    return bytes.length
  }

  seek = (offset: bigint, whence: number): bigint => {
    if (whence & seekSize) return BigInt(this.#size)
    const from = { 0: 0, 1: this.#position, 2: this.#size }[whence & 3] ?? 0
    this.#position = from + Number(offset)
    return BigInt(this.#position)
  }

  end(): void {
    sendHead(this.#part, this.#head.subarray(0, Math.min(headBytes, this.#size)))
  }
}
