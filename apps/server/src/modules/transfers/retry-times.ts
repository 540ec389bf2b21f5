const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** After the first attempt, after the second and so on; the last one repeats. */
const delaysMs = [5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 6 * hourMs]

const triedForMs = 7 * 24 * hourMs

/** When a transfer that failed is tried again by itself; `null`: only people have it run. @param attempts from 1 */
export const nextAttempt = (attempts: number, failingSince: Date, now: Date): Date | null => {
  const delayMs = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? 0
  const next = now.getTime() + delayMs
  return next > failingSince.getTime() + triedForMs ? null : new Date(next)
}
