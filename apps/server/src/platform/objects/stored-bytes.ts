import type { Readable } from 'node:stream'
import { ObjectRangeUnsatisfiable } from './errors.ts'
import type { ByteRange, StoredBytes } from './objects.ts'

/** The bytes of streams, one after the other. */
export const bytesOfStreams = (streams: readonly Readable[]): StoredBytes => {
  // A stream that breaks before its turn throws when it is read. Without a listener it would end the process.
  for (const stream of streams) stream.on('error', () => undefined)
  const chunks = inTurn(streams)
  return {
    next: () => chunks.next(),
    // A generator that has not begun would not end its streams.
    return: async () => {
      for (const stream of streams) stream.destroy()
      await chunks.return(undefined)
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* inTurn(streams: readonly AsyncIterable<Uint8Array>[]): AsyncGenerator<Uint8Array, undefined> {
  for (const stream of streams) yield* stream
  return undefined
}

/**
 * Ranges of bytes in memory, one after the other.
 * @throws ObjectRangeUnsatisfiable, which names the bytes by `name`
 */
export const bytesInMemory = (name: string, bytes: Uint8Array, ranges: readonly ByteRange[]): StoredBytes => {
  if (ranges.some(({ start }) => start >= bytes.length)) throw new ObjectRangeUnsatisfiable(name)
  const waiting = ranges.values()
  return {
    next: async () => {
      const { value: range } = waiting.next()
      if (!range) return { done: true, value: undefined }
      return { done: false, value: bytes.subarray(range.start, range.end + 1) }
    },
    return: async () => ({ done: true, value: undefined }),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
