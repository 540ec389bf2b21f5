import { type TransferTest, type TransferTestStep, transferTestSteps } from '@holdfast/contract'
import { DestinationError } from './destination-error.ts'

type Step = TransferTestStep['step']
/** The finding of a step: nothing, words, or a warning. */
type Finding = string | null | { warning: string }

/** Runs the steps of a test of a destination. After one failed, those that need it are skipped. */
export class Examination {
  readonly #steps = new Map<Step, TransferTestStep>()
  readonly #signal: AbortSignal
  readonly #timeoutMs: number
  hostKey: { line: string; fingerprint: string } | null = null

  constructor({ signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number }) {
    this.#signal = signal
    this.#timeoutMs = timeoutMs
  }

  add(step: TransferTestStep): void {
    this.#steps.set(step.step, step)
  }

  /** A step that has no meaning for this destination. */
  skip(step: Step, detail: string): void {
    this.add({ step, result: 'skipped', detail, milliseconds: 0 })
  }

  /** @returns what the work returned; `null` if it failed */
  async run<Value>(step: Step, work: () => Promise<{ finding: Finding; value: Value }>): Promise<Value | null> {
    const begin = performance.now()
    try {
      const { finding, value } = await work()
      this.record(step, finding, begin)
      return value
    } catch (error) {
      this.fail(step, error, begin)
      return null
    }
  }

  /** Like `run`, for a step that has no result. @returns whether it did not fail */
  async check(step: Step, work: () => Promise<Finding>): Promise<boolean> {
    return (await this.run(step, async () => ({ finding: await work(), value: true }))) ?? false
  }

  /** @param begin as `performance.now()` gave it */
  record(step: Step, finding: Finding, begin: number): void {
    const isWarning = typeof finding === 'object' && finding !== null
    const result = isWarning ? 'warning' : 'passed'
    this.add({ step, result, detail: isWarning ? finding.warning : finding, milliseconds: since(begin) })
  }

  fail(step: Step, error: unknown, begin: number): void {
    // An error of our own says nothing to people, and is not one of the destination.
    if (!(error instanceof DestinationError)) throw error
    const isLate = this.#signal.aborted
    const detail = isLate ? `There was no answer within ${this.#timeoutMs / 1000} seconds` : error.message
    this.add({ step, result: 'failed', detail, milliseconds: since(begin) })
  }

  result(): TransferTest {
    const steps = transferTestSteps.map(
      (step): TransferTestStep => this.#steps.get(step) ?? { step, result: 'skipped', detail: null, milliseconds: 0 },
    )
    return {
      passed: steps.every(({ result }) => result !== 'failed'),
      host_key: this.hostKey?.line ?? null,
      host_key_fingerprint: this.hostKey?.fingerprint ?? null,
      steps,
    }
  }
}

const since = (begin: number): number => Math.max(0, Math.round(performance.now() - begin))

const largestClockDifferenceMs = 5 * 60_000

/** Compares the clock of a server, which may tell whole seconds only. */
export const clockFinding = (server: Date | null): Finding => {
  if (server === null) return { warning: 'The server did not say its time' }
  const difference = server.getTime() - Date.now()
  const seconds = Math.round(Math.abs(difference) / 1000)
  const words =
    seconds <= 2 ? 'The clocks agree' : `The clock of the server is ${seconds} s ${difference > 0 ? 'ahead' : 'behind'}`
  return Math.abs(difference) > largestClockDifferenceMs ? { warning: words } : words
}
