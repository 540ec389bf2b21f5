import { limits } from '@holdfast/contract'

/**
 * Runs once at a time: callers during a run, and for 1000 ms after it, share its outcome. `forget` ends that time
 * early, for example when support mode begins and the profile must be read again.
 */
export const deduplicated = <T>(
  run: () => Promise<T>,
  now: () => number = Date.now,
): { (): Promise<T>; forget(): void } => {
  let outcome: Promise<T> | undefined
  let endedAt: number | undefined

  const shared = (): Promise<T> => {
    const isCooling = endedAt !== undefined && now() - endedAt < limits.sessionCoolDownMs
    if (outcome && (endedAt === undefined || isCooling)) return outcome
    endedAt = undefined
    const started: Promise<T> = run().finally(() => {
      if (outcome === started) endedAt = now()
    })
    outcome = started
    return started
  }
  return Object.assign(shared, {
    forget() {
      outcome = undefined
      endedAt = undefined
    },
  })
}
