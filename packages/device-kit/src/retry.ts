import type { DeviceConfiguration } from '@holdfast/contract'
import { DeviceCallError } from './device-call-error.ts'

/** Time and randomness for a handset; tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number
  /** Resolves after this many milliseconds; rejects when the handset is stopped. */
  wait: (ms: number) => Promise<void>
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number
}

/** The bounds between which a handset waits, as the configuration gives them. */
export type BackOff = Pick<DeviceConfiguration['timing'], 'retry_first_ms' | 'retry_longest_ms'>

const longestRetryAfterMs = 60 * 60 * 1000

/** Exponential back-off with full jitter, in whole milliseconds: from 0 to a bound that doubles with each failure. */
export const backOffMs = (failures: number, random: () => number, first: number, longest: number) =>
  Math.floor(random() * Math.min(longest, first * 2 ** Math.min(failures, 30)))

/**
 * Tries until it succeeds, fails permanently, or has failed `attempts` times. Waits for Retry-After in full and then for the
 * jitter, because an overloaded server asks all handsets to come back after the same time.
 *
 * @throws DeviceCallError of the last attempt
 */
export const withRetries = async <T>(
  attempt: () => Promise<T>,
  clock: Clock,
  { retry_first_ms, retry_longest_ms }: BackOff,
  attempts = 6,
): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      const isLast = failures + 1 >= attempts
      if (!(error instanceof DeviceCallError) || !error.isWorthRetrying || isLast) throw error
      const retryAfterMs = Math.min(error.retryAfterMs ?? 0, longestRetryAfterMs)
      await clock.wait(retryAfterMs + backOffMs(failures, clock.random, retry_first_ms, retry_longest_ms))
    }
  }
}
