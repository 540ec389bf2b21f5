import { type Clock, DeviceCallError } from '@holdfast/device-kit'
import type { LogWriter } from './log-writer.ts'

const firstPauseMs = 2000
const longestPauseMs = 60_000
const refusedPauseMs = 60 * 60 * 1000

/** Errors that only a person can resolve; the handset then retries once an hour (docs/device-calls.md). */
const needsPeople = ['device.deactivated', 'device.blocked', 'device.unknown_user', 'verify.refused', 'auth.forbidden']

/** Repeats `work` until it succeeds: a server that is unreachable, or does not know the handset yet, must not stop recording. */
export const retryUntilSuccess = async (
  work: () => Promise<void>,
  clock: Clock,
  signal: AbortSignal,
  log: LogWriter,
): Promise<void> => {
  for (let failures = 0; ; failures++) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      log('warn', error instanceof Error ? error.message : 'failed', { failures: failures + 1 })
      await clock.wait(pauseMs(error, failures, clock))
    }
  }
}

const pauseMs = (error: unknown, failures: number, { random }: Clock): number => {
  if (error instanceof DeviceCallError && needsPeople.includes(error.code)) return refusedPauseMs
  return Math.round(random() * Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 10)))
}
