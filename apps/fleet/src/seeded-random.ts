/** Chance that repeats itself: the same seed gives the same decisions. Never for secrets. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  fraction: () => number
  /** A whole number from `low` to `high`, both included. */
  whole: (low: number, high: number) => number
  /** One of a list that is not empty. */
  oneOf: <T>(choices: readonly [T, ...T[]]) => T
  /** True in this share of cases. */
  happens: (probability: number) => boolean
  /** So many hexadecimal digits. */
  hex: (digits: number) => string
}

/** Chance from a seed of text: FNV-1a for the start, mulberry32 from there on. */
export const chanceOf = (seed: string): Chance => {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1))
  return {
    fraction,
    whole,
    oneOf: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    happens: (probability) => fraction() < probability,
    hex: (digits) => Array.from({ length: digits }, () => whole(0, 15).toString(16)).join(''),
  }
}
