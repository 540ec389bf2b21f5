/** Longer than a call takes, shorter than Retry-After; random, so that refused callers do not return at the same moment. */
const [shortestMs, longestMs] = [500, 1_500]
/** Each delay keeps a connection open, with its unread bytes. */
const maxOfCaller = 4
const maxOfAll = 200

/**
 * Delays the refusal of long bodies. A caller that sends them one after the other would otherwise use as much of the process
 * as all other callers together, even though each body is refused immediately.
 */
export class RefusalDelays {
  readonly #under = new Map<string, number>()
  #all = 0

  /** Returns immediately if the caller, or all callers together, have too many delays already. */
  async delay(caller: string): Promise<void> {
    const ofCaller = this.#under.get(caller) ?? 0
    if (ofCaller >= maxOfCaller || this.#all >= maxOfAll) return
    this.#change(caller, 1)
    const ms = shortestMs + Math.random() * (longestMs - shortestMs)
    await new Promise((resolve) => setTimeout(resolve, ms))
    this.#change(caller, -1)
  }

  #change(caller: string, by: number): void {
    const ofCaller = (this.#under.get(caller) ?? 0) + by
    this.#all += by
    if (ofCaller > 0) this.#under.set(caller, ofCaller)
    else this.#under.delete(caller)
  }
}
