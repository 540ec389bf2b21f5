import type { Findings } from './findings.ts'

/** How often a call fails in a row to see whether the handset waits longer and longer. */
export const failuresInRow = 4

/** Whether the handset waits as it was told, and then makes the same call again. */
export class Waits {
  readonly #findings: Findings
  readonly #told = new Map<string, { at: number; seconds: number; status: number }>()
  readonly #failed = new Map<string, number[]>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  /** The answer to this call said to come back after these seconds. */
  told(key: string, at: number, seconds: number, status: number): void {
    this.#told.set(key, { at, seconds, status })
  }

  /** The answer to this call was an error of the server. */
  failed(key: string, at: number): void {
    this.#failed.set(key, [...(this.#failed.get(key) ?? []), at])
  }

  /** @param patienceMs how long a handset may wait beyond the time that it was told */
  finish(now: number, patienceMs: number): void {
    for (const [key, { at, seconds, status }] of this.#told) {
      if (now < at + seconds * 1000 + patienceMs) continue
      this.#findings.fail('waits.retry-after', `${key} again ${seconds} s after ${status}`, 'it did not come again')
    }
    for (const [key, times] of this.#failed) {
      const last = times.at(-1) ?? now
      if (now < last + patienceMs) continue
      this.#findings.fail('waits.back-off', `${key} again after 500`, 'it did not come again')
    }
  }

  arrived(key: string, at: number, retryFirstMs: number): void {
    const told = this.#told.get(key)
    if (told) {
      const waited = (at - told.at) / 1000
      this.#findings.judge(
        'waits.retry-after',
        waited >= told.seconds - 0.1,
        `${key} again ${told.seconds} s or more after ${told.status} with Retry-After: ${told.seconds}`,
        () => `${key} came again after ${waited.toFixed(1)} s`,
      )
      this.#told.delete(key)
    }
    const [first, ...others] = this.#failed.get(key) ?? []
    if (first === undefined || others.length + 1 < failuresInRow) return
    // Four random waits, whose bounds double: together they are shorter than this once in 60,000 times.
    const atLeastMs = 0.4 * retryFirstMs
    this.#findings.judge(
      'waits.back-off',
      at - first >= atLeastMs,
      `random waits that double, from ${retryFirstMs} ms on`,
      () => `${key} came ${failuresInRow + 1} times within ${at - first} ms`,
    )
    this.#failed.delete(key)
  }
}
