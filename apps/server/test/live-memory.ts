import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Collecting takes many milliseconds on a busy machine, so not at every chunk. */
const chunksBetween = 32

/**
 * Bytes of content that are still held, without what merely waits to be collected. V8 frees buffers in the background after a
 * collection, and has done so for certain only when the next one begins.
 */
const heldBytes = (): number => {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

/**
 * Passes content on and keeps the most that anyone held of it meanwhile, above the least: buffers that others left are freed
 * in the background, so what was held before says too much.
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
