/** How many of each kind of work this process is doing at the moment, by key. */
const running = new Map<string, number>()

interface RunningLimit {
  most: number
  /** The error if the limit is reached. */
  refusal: () => Error
}

/**
 * Counts one piece of work with this key until the returned function is called.
 * @throws the refusal
 */
export const beginWithinLimit = (key: string, { most, refusal }: RunningLimit): (() => void) => {
  const others = running.get(key) ?? 0
  if (others >= most) throw refusal()
  running.set(key, others + 1)
  return () => {
    const left = (running.get(key) ?? 1) - 1
    if (left === 0) running.delete(key)
    else running.set(key, left)
  }
}
