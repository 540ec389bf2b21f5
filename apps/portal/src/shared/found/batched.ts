interface Waiting<Value> {
  key: string
  resolve: (value: Value | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Reads values one by one for its callers, and all that are asked for at the same moment together, at most `most` of them at once.
 * @param waitMs how long it waits for others
 */
export const batched = <Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  most: number,
  waitMs = 0,
): ((key: string) => Promise<Value | undefined>) => {
  let waiting: Waiting<Value>[] = []

  const readWaiting = (): void => {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += most) void answer(all.slice(from, from + most))
  }

  const answer = async (asked: readonly Waiting<Value>[]): Promise<void> => {
    try {
      const values = await read([...new Set(asked.map(({ key }) => key))])
      for (const { key, resolve } of asked) resolve(values.get(key))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (waiting.length === 1) setTimeout(readWaiting, waitMs)
    })
}
