import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** A garbage collection takes many milliseconds on a busy machine, so it does not run for each chunk. */
const chunksBetween = 32

/**
 * Bytes of buffers that are still reachable. V8 frees buffers in the background after a collection, and has surely
 * finished only when the next collection begins.
 */
const heldBytes = (): number => {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

/**
 * Passes content on, and measures the most memory held meanwhile above the least. The value before the first chunk
 * would be no base: V8 may still be freeing earlier buffers then.
 */
export const watchMemory = (content: AsyncIterable<Uint8Array>) => {
  let least = heldBytes()
  let most = least
  async function* pass(): AsyncGenerator<Uint8Array> {
    let count = 0
    for await (const chunk of content) {
      if (count++ % chunksBetween === 0) {
        const held = heldBytes()
        least = Math.min(least, held)
        most = Math.max(most, held)
      }
      yield chunk
    }
  }
  return { content: pass(), maxHeldBytes: () => most - least }
}
