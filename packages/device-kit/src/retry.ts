import { DeviceCallError } from './device-call-error.ts'

/** Time as a handset experiences it; tests bring their own. */
export interface Pace {
  /** Milliseconds since 1970. */
  now: () => number
  /** Settles after so many milliseconds; rejects when the handset is stopped. */
  wait: (ms: number) => Promise<void>
  /** From 0 up to, not including, 1. */
  random: () => number
}

const firstDelayMs = 500
const longestDelayMs = 30_000
const longestRetryAfterMs = 60 * 60 * 1000

/** Exponential back-off with full jitter, in whole milliseconds: anything from nothing to a bound that doubles with each failure. */
export const backOffMs = (failures: number, random: () => number, first = firstDelayMs, longest = longestDelayMs) =>
  Math.floor(random() * Math.min(longest, first * 2 ** Math.min(failures, 30)))

/**
 * Tries until it succeeds, fails for good, or has failed `attempts` times. Retry-After is waited for in full, and the
 * jitter comes on top: the server that is overrun asks all handsets to come back after the same time.
 *
 * @throws DeviceCallError of the last attempt
 */
export const retrying = async <T>(attempt: () => Promise<T>, pace: Pace, attempts = 6): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      const isLast = failures + 1 >= attempts
      if (!(error instanceof DeviceCallError) || !error.isWorthRetrying || isLast) throw error
      const asked = Math.min(error.retryAfterMs ?? 0, longestRetryAfterMs)
      await pace.wait(asked + backOffMs(failures, pace.random))
    }
  }
}
