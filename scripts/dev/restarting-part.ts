import { type Part, type PartProcess, startPartProcess } from './part-process.ts'

/** Saving all files, or switching branches, changes many files at once. */
const quietMs = 150

/**
 * A part of the product that restarts when its code changes. If it ends by itself, it starts again at the next change.
 */
export class RestartingPart {
  /** Resolves when the part is ready for the first time. */
  readonly firstReady: Promise<void>
  /**
   * Resolves once the part is neither starting nor restarting: with null when it is ready, otherwise with the error.
   */
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

  /** Restarts the part after a short time without further changes, if it was started before. */
  noteChange(): void {
    clearTimeout(this.#quiet)
    if (this.#process && !this.#isStopped) this.#quiet = setTimeout(() => this.start(), quietMs)
  }

  /** Stops the part for good. */
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
