import { setImmediate } from 'node:timers/promises'

interface Freed {
  free(): void
}

/** Frees each packet or frame after its turn: their memory is FFmpeg's, which the garbage collector does not count. */
export function* freed<T extends Freed | null>(items: Iterable<T>): Generator<T> {
  for (const item of items) {
    try {
      yield item
    } finally {
      item?.free()
    }
  }
}

const itemsBetweenPauses = 64

/**
 * The same for a whole recording. Node.js releases what its wrappers still hold only between two turns of its event loop: without
 * pauses, three hours of sound would need a gigabyte.
 */
export async function* freedInTurns<T extends Freed | null>(items: Iterable<T>): AsyncGenerator<T> {
  let count = 0
  for (const item of freed(items)) {
    yield item
    count += 1
    if (count % itemsBetweenPauses === 0) await setImmediate()
  }
}
