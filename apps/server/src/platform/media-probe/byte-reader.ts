import { BrokenMedia } from './media-facts.ts'

/** Reads streamed content in pieces of known length, and holds no more than the requested piece. */
export interface ByteReader {
  /** The next `bytes` bytes; fewer only at the end of the content. */
  read(bytes: number): Promise<Buffer>
  /** Skips bytes; returns how many there were. */
  skip(bytes: number): Promise<number>
  /** The next chunk as it arrives; `null` at the end. For formats that are scanned byte by byte. */
  chunk(): Promise<Buffer | null>
  /** Bytes read so far. */
  position(): number
}

/** The longest piece that the probe holds. */
export const maxPieceBytes = 8 * 1024 ** 2

export const byteReader = (content: AsyncIterator<Uint8Array>): ByteReader => {
  let rest: Buffer = Buffer.alloc(0)
  let taken = 0

  const fill = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const next = await content.next()
      if (next.done) return false
      rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
    }
    return true
  }
  const take = (most: number): Buffer => {
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    taken += piece.length
    return piece
  }

  return {
    async read(bytes) {
      if (bytes > maxPieceBytes) throw new BrokenMedia(`A piece of ${bytes} bytes is more than the probe holds`)
      const pieces: Buffer[] = []
      for (let missing = bytes; missing > 0 && (await fill()); ) {
        const piece = take(missing)
        pieces.push(piece)
        missing -= piece.length
      }
      return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
    },
    async skip(bytes) {
      let skipped = 0
      while (skipped < bytes && (await fill())) skipped += take(bytes - skipped).length
      return skipped
    },
    chunk: async () => ((await fill()) ? take(rest.length) : null),
    position: () => taken,
  }
}
