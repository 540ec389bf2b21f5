/** Pseudo-random choices: the same seed gives the same ones. Never use them for secrets. */
export interface SeededRandom {
  /** From 0 (inclusive) to 1 (exclusive). */
  next: () => number
  /** An integer from `low` to `high`, both inclusive. */
  between: (low: number, high: number) => number
  /** One item of a non-empty list. */
  pick: <T>(choices: readonly [T, ...T[]]) => T
  /** True with this probability. */
  chance: (probability: number) => boolean
  /** A text of this many hexadecimal digits. */
  hex: (digits: number) => string
}

/** Pseudo-random choices from a text: FNV-1a makes the initial state, mulberry32 the numbers. */
export const seededRandom = (seed: string): SeededRandom => {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    chance: (probability) => next() < probability,
    hex: (digits) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join(''),
  }
}
