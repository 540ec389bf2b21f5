import { setImmediate } from 'node:timers/promises'
import type { Steps } from '@holdfast/access'

const longestTurnMs = 20

/** Returns a function to await between the parts of long work, so that other calls are served meanwhile. */
export const eventLoopYielder = (): (() => Promise<void>) => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < longestTurnMs) return
    await setImmediate()
    began = performance.now()
  }
}

/** Runs long work step by step, and serves other calls between the steps. */
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
