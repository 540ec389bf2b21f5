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

const next = monotonicFactory(random)

/** A new ULID: 26 characters, sortable by time, and by order of making within one process and millisecond. */
export const newId = (at: Date = new Date()): string => next(at.getTime())

const timeCharacters = 10
const randomCharacters = 16

/** What no id that was made at this moment or later sorts before. */
export const earliestId = (at: Date): string => encodeTime(at.getTime(), timeCharacters) + '0'.repeat(randomCharacters)
