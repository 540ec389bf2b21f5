import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import {
  type PartMessage,
  startMessage,
  stopMessage,
  supervisedVariable,
} from '../../apps/server/src/commands/supervisor-channel.ts'

export interface Part {
  /** The name of the part in the terminal and of its log file. */
  name: string
  program: string
  args: string[]
  environment: NodeJS.ProcessEnv
  logFolder: string
  /** Options for Node. */
  nodeFlags?: string[]
}

export interface PartProcess {
  /** Resolves with null once the part is ready, or with the error if it ended before. */
  ready: Promise<string | null>
  ended: Promise<string>
  stop: () => Promise<void>
}

/** Longer than a part needs to stop by itself. */
const stopTimeoutMs = 10_000

/**
 * Starts one part of the product as `holdfast start` does. The part stops when told to over the channel, or when this
 * process ends.
 */
export function startPartProcess(part: Part): PartProcess {
  const child = fork(part.program, part.args, {
    env: { ...part.environment, [supervisedVariable]: '1' },
    execArgv: part.nodeFlags ?? [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const send = (message: string): void => {
    if (child.connected) child.send(message, () => undefined)
  }
  const message = once(child, 'message').then(([told]) => told as PartMessage)
  const ended = once(child, 'close').then(([code, signal]) => `ended ${signal ? `by ${signal}` : `with code ${code}`}`)
  keepOutput(child, part)
  send(startMessage)
  return {
    ready: Promise.race([message, ended]).then((first) => {
      if (typeof first === 'string') return first
      return 'failed' in first ? first.failed : null
    }),
    ended,
    stop: async () => {
      send(stopMessage)
      const giveUp = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await ended
      clearTimeout(giveUp)
    },
  }
}

/** Writes all output to the part's log. Errors, and lines that are no log entries, are printed in the terminal too. */
function keepOutput(child: ChildProcess, { name, logFolder }: Part): void {
  const say = (text: string): void => console.error(`${name}: ${text}`)
  const log = createWriteStream(path.join(logFolder, `${name}.log`), { flags: 'a', mode: 0o600 })
  log.on('error', (error) => say(`can't write its log: ${error.message}`))
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      const shown = shownOf(line)
      if (shown !== null) say(shown)
    })
  }
  child.once('close', () => log.end())
}

/** pino's numeric level for errors. */
const errorLevel = 50

/**
 * What the terminal shows of a line: a logged error with its stack, no other log entries, and any other line in full.
 */
export function shownOf(line: string): string | null {
  if (!line.startsWith('{')) return line
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: unknown; msg?: string; err?: { stack?: string } }
    return typeof level === 'number' && level >= errorLevel ? [msg, err?.stack].filter(Boolean).join('\n') : null
  } catch {
    return line
  }
}
