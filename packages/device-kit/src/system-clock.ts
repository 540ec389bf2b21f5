import type { Clock } from './retry.ts'

/** Real time. A wait ends early, with the signal's reason, when the handset is stopped. */
export const systemClock = (signal?: AbortSignal): Clock => ({
  now: Date.now,
  random: Math.random,
  wait: (ms) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal?.addEventListener('abort', stop, { once: true })
    }),
})
