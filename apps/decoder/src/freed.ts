/** Frees each packet or frame after its turn: their memory is FFmpeg's, which the garbage collector does not count. */
export function* freed<T extends { free(): void } | null>(items: Iterable<T>): Generator<T> {
  for (const item of items) {
    try {
      yield item
    } finally {
      item?.free()
    }
  }
}
