import { setImmediate } from 'node:timers/promises'

const longestTurnMs = 20

/** Lets other calls go on during work that takes long: to be awaited between its parts. */
export const takingTurns = (): (() => Promise<void>) => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < longestTurnMs) return
    await setImmediate()
    began = performance.now()
  }
}

/** Groups that are looked at in one turn. */
export const groupsInTurn = 500

/** A list in parts of at most `size`; an empty list is one empty part. */
export const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.max(1, Math.ceil(list.length / size)) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
