const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** How long something is tried, from the event or from the request for another delivery. */
export const triedForMs = 72 * hourMs

/** After the first try, after the second and so on; the last one repeats. */
const delaysMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  18 * hourMs,
  20 * hourMs,
]

/** Up to a fifth longer, so that what failed together is not tried together again. */
const jitter = 0.2

/**
 * When to try again after so many tries; `null` when it is given up.
 * @param random from 0 to below 1
 */
export const nextTry = (
  { attempts, retryUntil }: { attempts: number; retryUntil: Date },
  now: Date,
  random = Math.random(),
): Date | null => {
  const delayMs = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? 0
  const next = new Date(now.getTime() + delayMs * (1 + jitter * random))
  return next > retryUntil ? null : next
}
