import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartFailure } from '../embedded/start-failure.ts'
import type { Running } from '../platform/keep-alive.ts'
import { type PartMessage, startMessage, stopMessage, supervisedVariable } from './supervisor-channel.ts'

export type ChildPart = {
  /** Its name in messages and of its log file. */
  name: string
  /** The script that Node runs. */
  program: string
  args: string[]
  /** Flags of Node for this part only. */
  nodeFlags?: readonly string[]
  environment: NodeJS.ProcessEnv
  logFolder: string
  /** Aborts when everything is to stop. A part that is still starting is then stopped as well. */
  stopping: AbortSignal
  /** Settles once the part's dependencies are up; until then it can load its code. Absent: they are up already. */
  when?: Promise<unknown>
}

/** Longer than a part takes to drain. */
const stopTimeoutMs = 10_000
const maxLogBytes = 10 * 1024 * 1024

/**
 * Starts a part of the product as a separate process and waits until it reports that it is ready. The channel between the
 * two processes closes when either exits, so a part never outlives a killed supervisor.
 * @throws StartFailure when the part ends before it is ready, with the part's own message if it sent one
 */
export async function startChild({
  name,
  program,
  args,
  nodeFlags = [],
  environment,
  logFolder,
  stopping,
  when = Promise.resolve(),
}: ChildPart): Promise<Running> {
  if (stopping.aborted) throw new StartFailure(`The ${name} is not started, as everything stops`)
  const log = openLog(logFolder, name)
  const output = log.descriptor ?? 'ignore'
  const child = fork(program, args, {
    env: { ...environment, [supervisedVariable]: '1' },
    execArgv: [...process.execArgv, ...nodeFlags],
    stdio: ['ignore', output, output, 'ipc'],
  })
  if (log.descriptor !== null) closeSync(log.descriptor)
  const send = (said: string) => child.connected && child.send(said, () => {})
  when.then(
    () => send(startMessage),
    () => child.kill(),
  )
  const ended = once(child, 'exit').then(
    ([code, signal]) => (signal ? `was ended by ${signal}` : `ended with code ${code}`),
    (error: Error) => `could not run (${error.message})`,
  )
  const message = new Promise<PartMessage>((resolve) => child.once('message', (said) => resolve(said as PartMessage)))
  const stop = async () => {
    send(stopMessage)
    const giveUp = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
    await ended
    clearTimeout(giveUp)
  }
  const stopStarting = () => void stop()
  stopping.addEventListener('abort', stopStarting)
  const first = await Promise.race([message, ended]).finally(() => stopping.removeEventListener('abort', stopStarting))
  if (typeof first === 'string') throw new StartFailure(`The ${name} ${first} before it was ready: see ${log.file}`)
  if ('failed' in first) throw new StartFailure(first.failed)
  return { ended, stop }
}

/** A part's log outlives the part, and one older generation is kept. If the log can't be opened, the part runs without one. */
function openLog(folder: string, name: string): { file: string; descriptor: number | null } {
  const file = path.join(folder, `${name}.log`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(file, `${file}.1`)
    return { file, descriptor: openSync(file, 'a', 0o600) }
  } catch (error) {
    console.error(`The ${name} writes no log: ${error instanceof Error ? error.message : error}`)
    return { file, descriptor: null }
  }
}
