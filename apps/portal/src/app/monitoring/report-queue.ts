import type { ErrorReport } from './error-report.ts'

/** The defaults of rules-and-calls section 9, 'Monitoring'. */
export const dispatchEveryMs = 5_000
const batchLimit = 100
const retries = 2

/** More errors than these within a few seconds have one cause. */
const mostWaiting = 1_000

/** Sends reports; returns the status of the answer, and 0 without one. */
export type Deliver = (reports: readonly ErrorReport[]) => Promise<number>

/** Reports that wait for their delivery. `dispatch` is called every five seconds. */
export class ReportQueue {
  readonly #deliver: Deliver
  #waiting: ErrorReport[] = []
  #batch: readonly ErrorReport[] = []
  #failures = 0
  #isSending = false
  #isDisabled = false

  constructor(deliver: Deliver) {
    this.#deliver = deliver
  }

  add(report: ErrorReport): void {
    if (!this.#isDisabled && this.#waiting.length < mostWaiting) this.#waiting.push(report)
  }

  /** Sends up to 100 reports, or again those that were answered with 429 or 5xx. After 403 and 404 nothing is sent any more. */
  async dispatch(): Promise<void> {
    if (this.#isSending || this.#isDisabled) return
    if (this.#batch.length === 0) {
      this.#batch = this.#waiting.splice(0, batchLimit)
      this.#failures = 0
    }
    if (this.#batch.length === 0) return
    this.#isSending = true
    const status = await this.#deliver(this.#batch)
    this.#isSending = false
    if (status === 403 || status === 404) {
      this.#isDisabled = true
      this.#waiting = []
    }
    const isRetried = (status === 429 || status >= 500) && this.#failures < retries
    if (isRetried) this.#failures += 1
    else this.#batch = []
  }
}
