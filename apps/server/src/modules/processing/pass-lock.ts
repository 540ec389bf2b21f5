/**
 * Runs passes over recordings in this process: many concurrently, or one alone, which waits for the running ones to
 * end and blocks new ones. If the worker crashes during a pass that runs alone, its recording was the cause, and no
 * other pass is affected.
 */
export class PassLock {
  readonly #underWay = new Set<Promise<unknown>>()
  /** Resolves when the last pass that runs alone has ended. */
  #free: Promise<unknown> = Promise.resolve()

  async shared<T>(pass: () => Promise<T>): Promise<T> {
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

  exclusive<T>(pass: () => Promise<T>): Promise<T> {
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
