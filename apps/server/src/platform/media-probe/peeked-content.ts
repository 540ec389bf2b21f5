/** Content whose first bytes are known before it is read, and whose last bytes are known afterwards. */
export interface PeekedContent {
  head: Buffer
  /** All bytes, including the head. Leaving a loop over it early does not end it. */
  iterator: AsyncIterator<Uint8Array>
  /** The error of the content itself, which a parser may have reported as an error of the format. */
  sourceError(): unknown
  /** Reads the rest; returns the last bytes of the whole content and its length. */
  finish(): Promise<{ tail: Buffer; bytes: number }>
}

export const headBytes = 64 * 1024
/** The record that ends a ZIP file lies within this (APPNOTE 4.3.16: 22 bytes and a comment of at most 65,535). */
const tailBytes = 64 * 1024 + 22

export const peekContent = async (content: AsyncIterable<Uint8Array>): Promise<PeekedContent> => {
  const source = content[Symbol.asyncIterator]()
  let failure: unknown
  const pull = async (): Promise<IteratorResult<Uint8Array>> => {
    try {
      return await source.next()
    } catch (error) {
      failure = error
      throw error
    }
  }
  const waiting: Uint8Array[] = []
  const tail = keepTail()
  let bytes = 0

  let headLength = 0
  while (headLength < headBytes) {
    const next = await pull()
    if (next.done) break
    waiting.push(next.value)
    headLength += next.value.byteLength
  }
  const head = Buffer.concat(waiting).subarray(0, headBytes)

  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    const first = waiting.shift()
    const result: IteratorResult<Uint8Array> = first ? { done: false, value: first } : await pull()
    if (!result.done) {
      bytes += result.value.byteLength
      tail.add(result.value)
    }
    return result
  }

  return {
    head,
    iterator: { next },
    sourceError: () => failure,
    async finish() {
      while (!(await next()).done);
      return { tail: tail.bytes(), bytes }
    },
  }
}

/** Tiny chunks are joined after this many, so that millions of them are neither stored nor copied each time. */
const maxPieces = 4_096

/** Collects the last bytes. Chunks of the usual size are stored without a copy, because copying each would be slow. */
const keepTail = () => {
  let pieces: Uint8Array[] = []
  let held = 0
  const join = (): Buffer => {
    const joined = Buffer.concat(pieces).subarray(-tailBytes)
    pieces = [joined]
    held = joined.length
    return joined
  }
  return {
    add(chunk: Uint8Array) {
      const piece = chunk.subarray(-tailBytes)
      pieces.push(piece)
      held += piece.length
      for (let first = pieces[0]; first && held - first.length >= tailBytes; first = pieces[0]) {
        held -= first.length
        pieces.shift()
      }
      if (pieces.length > maxPieces) join()
    },
    bytes: join,
  }
}
