import { setImmediate } from 'node:timers/promises'
import type { Steps } from '@holdfast/access'

const longestTurnMs = 20

/** Lets other calls go on during work that takes long: to be awaited between its parts. */
export const eventLoopYielder = (): (() => Promise<void>) => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < longestTurnMs) return
    await setImmediate()
    began = performance.now()
  }
}

/** Does work that takes long, letting other calls go on between its steps. */
export const runSteps = async <T>(steps: Steps<T>): Promise<T> => {
  let began = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - began < longestTurnMs) continue
    await setImmediate()
    began = performance.now()
  }
}
