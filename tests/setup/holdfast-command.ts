import { execFile } from 'node:child_process'
import { vi } from 'vitest'
import { startApi } from '../../apps/server/src/api.ts'
import { assertSettingsWork } from '../../apps/server/src/commands/assert-settings-work.ts'
import { exitCodeOf } from '../../apps/server/src/commands/exit-code-of.ts'
import { withDatabase } from '../../apps/server/src/commands/required-database.ts'
import { runCommand } from '../../apps/server/src/commands/run-command.ts'
import { programs } from './programs.ts'
import type { TestServer } from './server.ts'

export interface EndedCommand {
  code: number
  stdout: string
  stderr: string
}

const settingsOf = ({ settings }: TestServer): Record<string, string> => ({
  HOLDFAST_HOME: settings.home,
  DATABASE_URL: settings.databaseUrl,
  KEYS_URL: settings.keysUrl,
  HOLDFAST_ORIGIN: settings.origin,
  HOLDFAST_LOG_LEVEL: 'error',
})

/** Runs `holdfast …` on the installation of a server, as an operator would. */
export const runHoldfast = (server: TestServer, args: readonly string[]): Promise<EndedCommand> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...settingsOf(server) }
    execFile(process.execPath, [programs.holdfast, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })

/**
 * Runs the command's function in this process, which is much faster. What needs a process, its exit code and output
 * streams, is tested with `runHoldfast`.
 */
export const runHoldfastHere = (server: TestServer, args: readonly string[]): Promise<EndedCommand> =>
  endedHere(settingsOf(server), () => runCommand([...args]))

/** Starts an api in this process as `holdfast serve` does, and stops it if it was not refused. */
export const serveHere = (environment: Record<string, string>): Promise<EndedCommand> =>
  endedHere({ HOLDFAST_LOG_LEVEL: 'fatal', ...environment }, () =>
    exitCodeOf(async (settings) => {
      await assertSettingsWork(settings)
      await (await startApi(withDatabase(settings))).stop()
    }),
  )

const endedHere = async (environment: Record<string, string>, run: () => Promise<number>): Promise<EndedCommand> => {
  const ended = { code: 0, stdout: '', stderr: '' }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => {
      ended.stdout += `${line}\n`
    }),
    vi.spyOn(console, 'error').mockImplementation((line) => {
      ended.stderr += `${line}\n`
    }),
    withoutSupervisor(),
  ]
  try {
    ended.code = await run()
    return ended
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}

/** This process has a channel to Vitest, which must not receive the messages that a part sends to its supervisor. */
const withoutSupervisor = () =>
  vi.spyOn(process as Required<Pick<NodeJS.Process, 'send'>>, 'send').mockImplementation((...args: unknown[]) => {
    const callback = args.at(-1)
    if (typeof callback === 'function') callback(null)
    return true
  })
