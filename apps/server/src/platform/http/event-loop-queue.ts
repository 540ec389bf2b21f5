/** Steps per iteration of the event loop. */
const perRound = 4

/**
 * Limits work that consists of many short steps for many callers: a few steps run in each iteration of the event loop, in
 * the order of the requests, so that other calls are served in between.
 */
export class EventLoopQueue {
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
