/** Long beside a call, short beside what Retry-After asks for; not the same for all, who would come back at once. */
const [shortestMs, longestMs] = [500, 1_500]
/** Each holds a connection, and what lies unread in it. */
const mostOfCaller = 4
const mostOfAll = 200

/**
 * Lets whoever is refused a long body wait for the answer: a caller that sends them one after the other would otherwise take
 * as much of the process as all others together, although each is refused at once.
 */
export class RefusalPauses {
  readonly #under = new Map<string, number>()
  #all = 0

  /** Takes no time for a caller that has several under way already. */
  async pause(caller: string): Promise<void> {
    const ofCaller = this.#under.get(caller) ?? 0
    if (ofCaller >= mostOfCaller || this.#all >= mostOfAll) return
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
