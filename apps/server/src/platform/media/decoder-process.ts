import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Duplex, Readable } from 'node:stream'
import { channelDescriptor, type DecoderTask } from '@holdfast/decoder/protocol'
import type { Confinement } from './confinement.ts'
import { program } from './decoder-program.ts'
import { DecodingError, type DecodingFailure } from './decoding-error.ts'

export interface DecoderLimits {
  timeoutMs: number
  /** Allocated memory; the reservations of Node.js count, too. */
  memoryBytes: number
}

export interface DecodeOptions {
  confinement: Confinement
  limits: DecoderLimits
  /** Ends the decoder. */
  signal: AbortSignal
}

const maxLogBytes = 16 * 1024

/**
 * JavaScript may read the program's own files and nothing else; native code is held by the confinement. WebAssembly needs
 * no generated code.
 */
const nodeFlags = [
  '--permission',
  '--allow-addons',
  '--allow-fs-read=*',
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=256',
]

/** Starts a decoder, which ends when its time is over, or `signal` aborts. */
export const startDecoder = (task: DecoderTask, { confinement, limits, signal }: DecodeOptions) => {
  const [command, ...args] = confinement.commandOf([process.execPath, ...nodeFlags, program, JSON.stringify(task)], {
    memoryBytes: limits.memoryBytes,
    cpuSeconds: Math.ceil(limits.timeoutMs / 1000),
  })
  const child = spawn(command, args, {
    cwd: '/',
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const channel = child.stdio[channelDescriptor] as unknown as Duplex
  // The decoder may end before it has read an answer.
  channel.on('error', () => undefined)
  let failure: DecodingError | undefined
  // The channel, too: a sandbox that is killed while it is being set up may leave its program running, which ends without it.
  const kill = () => {
    child.kill('SIGKILL')
    channel.destroy()
  }
  const end = (reason: DecodingFailure, message: string) => {
    failure ??= new DecodingError(reason, message)
    kill()
  }
  const log = collectLog(child)
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const timer = setTimeout(() => end('too_slow', `Decoding took more than ${limits.timeoutMs} ms`), limits.timeoutMs)
  signal.addEventListener('abort', kill)
  void exited.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
  })
  return {
    channel,
    kill,
    failure: () => failure,
    /** Waits until the decoder has taken an answer: until then the worker keeps it. Returns whether it took it. */
    take: (answer: Buffer): Promise<boolean> =>
      new Promise((resolve) => channel.write(answer, (error) => resolve(!error))),
    /** Why the decoder ended before it said that nothing more is to come. */
    crash: async () => {
      const [code, killedBy] = await exited
      return new DecodingError('crashed', `The decoder ended with ${killedBy ?? `code ${code}`}: ${log()}`)
    },
  }
}

/** The first part of what the decoder logs. */
const collectLog = ({ stderr }: ChildProcess): (() => string) => {
  let text = ''
  ;(stderr as Readable).setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < maxLogBytes) text += chunk.slice(0, maxLogBytes - text.length)
  })
  return () => text.trim()
}
