import { RE2Set } from 're2js'
import { type Matcher, matches } from './matcher.ts'

type RegexMatcher = Extract<Matcher, { kind: 'regex' }>

/** Up to so many are tried one by one: what they share would cost more to make than it saves. */
const maxOneByOne = 8

/** Bounds on what is tried as one: with more of them, the states that they can be in together become too many to be kept. */
const maxTogether = 16
const maxInstructions = 2_000
const maxStateBytes = 1_048_576

interface Numbered {
  readonly regex: RegexMatcher
  readonly id: number
}

interface Part {
  readonly set: RE2Set
  readonly ids: readonly number[]
}

/**
 * Many regexes, tried on a text at once. One by one, a thousand of them took 40 s for the names of 10,000 groups; in parts
 * that share their states it takes a few.
 */
export class RegexSet {
  #waiting: Numbered[] = []
  readonly #parts: Part[] = []

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#parts.length === 0
  }

  add(regex: RegexMatcher, id: number): void {
    this.#waiting.push({ regex, id })
  }

  /** The numbers of those that match the whole of `subject`. */
  matching(subject: string): number[] {
    if (this.#waiting.length > maxOneByOne) this.#build()
    const oneByOne = this.#waiting.filter(({ regex }) => matches(regex, subject)).map(({ id }) => id)
    return [...oneByOne, ...this.#matchingTogether(subject)]
  }

  #matchingTogether(subject: string): number[] {
    return this.#parts.flatMap(({ set, ids }) => set.match(subject).map((index) => ids[index] ?? 0))
  }

  #build(): void {
    let part: Numbered[] = []
    let instructions = 0
    for (const one of this.#waiting) {
      const size = one.regex.regex.programSize()
      if (part.length === maxTogether || (part.length > 0 && instructions + size > maxInstructions)) {
        this.#parts.push(together(part))
        part = []
        instructions = 0
      }
      part.push(one)
      instructions += size
    }
    this.#parts.push(together(part))
    this.#waiting = []
  }
}

const together = (regexes: readonly Numbered[]): Part => {
  const set = new RE2Set(RE2Set.ANCHOR_BOTH, 0, maxStateBytes)
  for (const { regex } of regexes) set.add(regex.text)
  set.compile()
  return { set, ids: regexes.map(({ id }) => id) }
}
