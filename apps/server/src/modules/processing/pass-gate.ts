/**
 * Passes over recordings in this process: many at once, or one alone, which begins when those under way have ended and
 * keeps the next ones waiting. So what ends a worker in a pass alone was that recording, and takes no other with it.
 */
export class PassGate {
  readonly #underWay = new Set<Promise<unknown>>()
  /** When the last of those alone has ended. */
  #free: Promise<unknown> = Promise.resolve()

  async together<T>(pass: () => Promise<T>): Promise<T> {
    let free: Promise<unknown>
    do {
      free = this.#free
      await free
    } while (free !== this.#free)
    const begun = pass()
    const ended = begun.catch(() => undefined)
    this.#underWay.add(ended)
    try {
      return await begun
    } finally {
      this.#underWay.delete(ended)
    }
  }

  alone<T>(pass: () => Promise<T>): Promise<T> {
    const before = this.#free
    const begun = (async () => {
      await before
      await Promise.all(this.#underWay)
      return pass()
    })()
    this.#free = begun.catch(() => undefined)
    return begun
  }
}
