import { StartFailure } from '../embedded/start-failure.ts'
import { readSettings, type Settings, SettingsError } from '../platform/settings/index.ts'
import { InstallationError } from '../platform/settings/installation-error.ts'
import { CommandFailure } from './command-failure.ts'
import { sendToSupervisor } from './supervisor-channel.ts'
import { UsageError } from './usage-error.ts'

/**
 * Runs a program with the settings of the environment. Errors that an operator can fix are printed in one line, without a
 * stack trace.
 * @returns the exit code: 0 success, 1 failure, 2 wrong setting or argument
 */
export async function exitCodeOf(run: (settings: Settings) => Promise<void>): Promise<number> {
  try {
    await run(readSettings(process.env))
    return 0
  } catch (error) {
    const isWrong = error instanceof SettingsError || error instanceof UsageError
    const isFailure =
      error instanceof StartFailure || error instanceof InstallationError || error instanceof CommandFailure
    const isOperatorError = isWrong || isFailure
    const output =
      error instanceof Error ? (isOperatorError ? error.message : (error.stack ?? error.message)) : String(error)
    await sendToSupervisor({ failed: error instanceof Error ? error.message : String(error) })
    console.error(output)
    return isWrong ? 2 : 1
  }
}
