import { type Part, type PartProcess, startPartProcess } from './part-process.ts'

/** Saving all files, or changing branches, changes many files at once. */
const quietMs = 150

/** A part of the product that is started again when its code changes. What ends by itself waits for such a change. */
export class RestartingPart {
  /** Settles once it was ready for the first time. */
  readonly firstReady: Promise<void>
  /** Settles when it is neither starting nor restarting: with null when it is ready, else with what went wrong. */
  settled: Promise<string | null>
  readonly #part: Part
  readonly #noteReady: () => void
  #process: PartProcess | null = null
  #lastStart = 0
  #quiet: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(part: Part) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#part = part
    this.#noteReady = resolve
    this.firstReady = promise
    this.settled = promise.then(() => null)
  }

  start(): void {
    this.settled = this.#replaceProcess()
  }

  /** Restarts it, if it was started before, once no further change comes for a moment. */
  noteChange(): void {
    clearTimeout(this.#quiet)
    if (this.#process && !this.#isStopped) this.#quiet = setTimeout(() => this.start(), quietMs)
  }

  /** For good. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#quiet)
    this.#lastStart += 1
    this.settled = Promise.resolve('stopped')
    await this.#process?.stop()
  }

  async #replaceProcess(): Promise<string | null> {
    this.#lastStart += 1
    const start = this.#lastStart
    const isReplaced = () => start !== this.#lastStart
    await this.#process?.stop()
    if (isReplaced()) return this.settled
    const since = performance.now()
    const started = startPartProcess(this.#part)
    this.#process = started
    void started.ended.then((how) => {
      if (!isReplaced()) this.#say(`${how}. It starts again when its code changes.`)
    })
    const problem = await started.ready
    if (problem === null) {
      this.#say(`ready in ${Math.round(performance.now() - since)} ms`)
      this.#noteReady()
    }
    return problem
  }

  #say(line: string): void {
    console.log(`${this.#part.name}: ${line}`)
  }
}
