import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { PartMessage } from '../../apps/server/src/commands/supervisor-channel.ts'
import { inheritedEnvironment } from './inherited-environment.ts'
import { programs } from './programs.ts'

export interface EndedPart {
  code: number | null
  output: string
}

export interface RunningPart {
  process: ChildProcess
  stop(): Promise<EndedPart>
}

/** Runs `holdfast <command>` until it ends, for commands that refuse to start or that end by themselves. */
export const runToEnd = async (command: readonly string[], environment: NodeJS.ProcessEnv): Promise<EndedPart> =>
  spawnCommand(command, environment).ended

/** Starts `holdfast serve` or `holdfast work`, and waits until it reports that it is ready. */
export const runPart = async (command: string, environment: NodeJS.ProcessEnv): Promise<RunningPart> => {
  const { child, ended } = spawnCommand([command], environment)
  const ready = once(child, 'message').then(([message]) => message as PartMessage)
  const first = await Promise.race([ready, ended])
  if (!('ready' in first)) throw new Error(`holdfast ${command} did not start: ${(await ended).output}`)
  return {
    process: child,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

const spawnCommand = (command: readonly string[], environment: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, [programs.holdfast, ...command], {
    env: { ...inheritedEnvironment(), HOLDFAST_LOG_LEVEL: 'fatal', ...environment },
    // Over the channel the part reports that it is ready, and notices when the tests have ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = once(child, 'close').then(([code]): EndedPart => ({ code, output }))
  return { child, ended }
}
