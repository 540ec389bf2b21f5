import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import {
  startMessage,
  type PartMessage,
  stopMessage,
  supervisedVariable,
} from '../../apps/server/src/commands/supervisor-channel.ts'

export interface Part {
  /** What the terminal calls it; also the name of its log. */
  name: string
  program: string
  args: string[]
  environment: NodeJS.ProcessEnv
  logFolder: string
  /** Options of Node itself. */
  nodeFlags?: string[]
}

export interface PartProcess {
  /** Settles with null once it is ready, or with what went wrong if it ended before. */
  ready: Promise<string | null>
  ended: Promise<string>
  stop: () => Promise<void>
}

/** Longer than a part takes to drain by itself. */
const stopTimeoutMs = 10_000

/** Starts one part of the product as `holdfast start` does: it stops when told to over the channel, or when we are gone. */
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

/** All output goes to the part's log. Errors in it, and everything that is no log line, go to the terminal too. */
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

/** From this level on, pino's lines are errors. */
const errorLevel = 50

/** What the terminal shows of a line: an error of the log with its stack, nothing of other log lines, all of any other. */
export function shownOf(line: string): string | null {
  if (!line.startsWith('{')) return line
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: unknown; msg?: string; err?: { stack?: string } }
    return typeof level === 'number' && level >= errorLevel ? [msg, err?.stack].filter(Boolean).join('\n') : null
  } catch {
    return line
  }
}
