import type { Pace } from '@holdfast/device-kit'
import type { LogWriter } from './log-writer.ts'

const firstPauseMs = 2000
const longestPauseMs = 60_000

/** A server that is away, or that does not know the handset yet, is no reason to stop recording. */
export const keepTrying = async (
  work: () => Promise<void>,
  pace: Pace,
  signal: AbortSignal,
  log: LogWriter,
): Promise<void> => {
  for (let failures = 0; ; failures++) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      log('warn', error instanceof Error ? error.message : 'failed', { failures: failures + 1 })
      await pace.wait(Math.round(pace.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 10))))
    }
  }
}
