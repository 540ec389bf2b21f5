import { randomFillSync } from 'node:crypto'
import { encodeTime, monotonicFactory } from 'ulid'

const drawn = new Uint32Array(1024)
let used = drawn.length

/** From 0 to below 1. Drawn a thousand at a time: a system call for each character of an id would take longer than the rest. */
const random = (): number => {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  return (drawn[used++] ?? 0) / 2 ** 32
}

/** Ids of this process never sort before earlier ones, unless the clock is set back by more than this. */
const toleratedSetBackMs = 60_000

let next = monotonicFactory(random)
let latestMs = 0

/**
 * A new ULID: 26 characters, sortable by time, and by order of creation within one process and millisecond. When a clock that
 * was far ahead is corrected, ids follow the corrected time, as those of all other processes do.
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

/** Lower bound of the ids that are created at this moment or later. */
export const earliestId = (at: Date): string => encodeTime(at.getTime(), timeCharacters) + '0'.repeat(randomCharacters)
