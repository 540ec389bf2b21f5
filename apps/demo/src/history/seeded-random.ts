import { createHash } from 'node:crypto'
import { ulid } from 'ulid'

/** Random numbers that are the same for the same seed, so that an interrupted run can be continued. */
export class SeededRandom {
  #state: number

  constructor(seed: string) {
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  }

  /** A number of at least 0 and less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(options: readonly T[]): T {
    const picked = options[this.between(0, options.length - 1)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }

  /** Picks options in proportion to their weights. */
  pickWeighted<T>(options: readonly T[], weightOf: (option: T) => number): T {
    let left = this.next() * options.reduce((sum, option) => sum + weightOf(option), 0)
    for (const option of options) {
      left -= weightOf(option)
      if (left < 0) return option
    }
    return this.pick(options)
  }

  /** A ULID, as the product makes them, for a time in milliseconds since 1970. */
  id(at: number): string {
    return ulid(at, () => this.next())
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.between(0, 15).toString(16)).join('')
  }
}
