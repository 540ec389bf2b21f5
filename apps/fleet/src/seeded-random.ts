/** Pseudo-random choices: the same seed gives the same ones. Never use them for secrets. */
export interface Chance {
  /** From 0 (inclusive) to 1 (exclusive). */
  fraction: () => number
  /** An integer from `low` to `high`, both inclusive. */
  whole: (low: number, high: number) => number
  /** One item of a non-empty list. */
  oneOf: <T>(choices: readonly [T, ...T[]]) => T
  /** True with this probability. */
  happens: (probability: number) => boolean
  /** A text of this many hexadecimal digits. */
  hex: (digits: number) => string
}

/** Pseudo-random choices from a text: FNV-1a makes the initial state, mulberry32 the numbers. */
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
