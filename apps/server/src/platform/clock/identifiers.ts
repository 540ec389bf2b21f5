import { randomFillSync } from 'node:crypto'
import { encodeTime, monotonicFactory } from 'ulid'

const drawn = new Uint32Array(1024)
let used = drawn.length

/** From 0 to below 1. Drawn a thousand at a time: asking the system for each character of an id takes longer than the rest. */
const random = (): number => {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  return (drawn[used++] ?? 0) / 2 ** 32
}

/** An id never sorts before an earlier one of this process, unless the clock was set back by more than this. */
const toleratedSetBackMs = 60_000

let next = monotonicFactory(random)
let latestMs = 0

/**
 * A new ULID: 26 characters, sortable by time, and by order of making within one process and millisecond. After a clock
 * that was far ahead is corrected, ids follow the corrected time, as those of all other processes do.
 */
export const newId = (at: Date = new Date()): string => {
  const atMs = at.getTime()
  if (atMs < latestMs - toleratedSetBackMs) {
    next = monotonicFactory(random)
    latestMs = 0
  }
  latestMs = Math.max(latestMs, atMs)
  return next(atMs)
}

const timeCharacters = 10
const randomCharacters = 16

/** What no id that was made at this moment or later sorts before. */
export const earliestId = (at: Date): string => encodeTime(at.getTime(), timeCharacters) + '0'.repeat(randomCharacters)
