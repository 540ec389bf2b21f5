import type { PlayedRange } from '@holdfast/contract'

/** Seconds between two stretches that are still one: media elements tell their position four times a second. */
const sameSeconds = 0.5

/** The server counts in hundredths of a second, and refuses reports in which nothing is left then. */
const shortestSeconds = 0.01

/** Collects which stretches of a recording are played, at what speed. */
export class PlayedRanges {
  #open: PlayedRange | null = null
  #closed: PlayedRange[] = []

  begin(at: number, speed: number): void {
    this.end()
    this.#open = { from_s: at, to_s: at, speed }
  }

  /** Takes the position while the recording plays. Earlier positions are ignored: they come from a seek, which ends the stretch. */
  advance(at: number): void {
    if (this.#open && at > this.#open.to_s) this.#open.to_s = at
  }

  end(): void {
    const range = this.#open
    this.#open = null
    if (!range || range.to_s - range.from_s < shortestSeconds) return
    const before = this.#closed.at(-1)
    const isContinued = before && before.speed === range.speed && Math.abs(range.from_s - before.to_s) <= sameSeconds
    if (isContinued) before.to_s = range.to_s
    else this.#closed.push(range)
  }

  /** What was played since the last call. A stretch that is still playing goes on. */
  take(): PlayedRange[] {
    const open = this.#open
    this.end()
    if (open) this.#open = { from_s: open.to_s, to_s: open.to_s, speed: open.speed }
    const taken = this.#closed
    this.#closed = []
    return taken
  }

  /** Keeps what could not be reported for the next time. */
  giveBack(ranges: readonly PlayedRange[]): void {
    this.#closed.unshift(...ranges)
  }
}
