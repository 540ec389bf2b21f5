/** How many have their turn in one round of the event loop. */
const perRound = 4

/**
 * Lets work that comes in many short steps from many callers at once leave room for everybody else: a few steps in each round
 * of the event loop, in the order that they were asked for.
 */
export class LoopTurns {
  readonly #waiting: (() => void)[] = []

  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#goRound())
    })
  }

  #goRound(): void {
    for (const goOn of this.#waiting.splice(0, perRound)) goOn()
    if (this.#waiting.length > 0) setImmediate(() => this.#goRound())
  }
}
