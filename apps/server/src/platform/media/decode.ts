import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Duplex, Readable } from 'node:stream'
import {
  channelDescriptor,
  type DecoderTask,
  type Frame,
  frameKinds,
  maxFrameBytes,
  type Part,
  parts,
} from '@holdfast/decoder/protocol'
import type { Confinement } from './confinement.ts'
import { program } from './decoder-program.ts'
import { readFrames } from './frame-reader.ts'

/** Content of which any range can be read. */
export interface RangeSource {
  /** Bytes. */
  size: number
  /** @returns the bytes of the range, fewer at the end of the content */
  read(offset: number, length: number): Promise<Uint8Array>
}

export interface DecoderLimits {
  timeoutMs: number
  /** Allocated memory; the reservations of Node.js count, too. */
  memoryBytes: number
}

export type Task = Omit<DecoderTask, 'size'>

export interface DecodeOptions {
  confinement: Confinement
  limits: DecoderLimits
  /** Ends the decoder. */
  signal: AbortSignal
}

export interface Decoded {
  part: Part
  /** Bytes that continue the part, or that it begins with; `postponed`: it would have to be encoded. */
  kind: 'bytes' | 'head' | 'postponed'
  bytes: Buffer
}

/** Why nothing could be made of a recording. */
export type DecodingFailure = 'undecodable' | 'too_large' | 'too_slow' | 'crashed'

/** The recording could not be decoded. Its original is as good as before. */
export class DecodingError extends Error {
  override readonly name = 'DecodingError'
  readonly failure: DecodingFailure

  constructor(failure: DecodingFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

const maxLogBytes = 16 * 1024

/**
 * Decodes a recording in a process of its own, without a network, files or much memory, and ends that process when the
 * loop over it ends.
 * @throws DecodingError, or the error of `source`, or the reason of `signal`
 */
export async function* decode(
  source: RangeSource,
  task: Task,
  { confinement, limits, signal }: DecodeOptions,
): AsyncGenerator<Decoded, void, undefined> {
  signal.throwIfAborted()
  const decoder = startDecoder({ ...task, size: source.size }, { confinement, limits, signal })
  try {
    for await (const frame of readFrames(decoder.channel)) {
      if (frame.kind === frameKinds.end) return assertMade(frame)
      if (frame.kind === frameKinds.read) await answer(decoder.channel, source, frame)
      else yield decodedFrom(frame)
    }
    throw await decoder.crash()
  } catch (error) {
    signal.throwIfAborted()
    throw decoder.failure() ?? error
  } finally {
    decoder.kill()
  }
}

const assertMade = ({ body }: Frame): void => {
  if (body.length > 0) throw new DecodingError('undecodable', body.toString())
}

/** Sends the requested range: its length, then its bytes. */
const answer = async (channel: Duplex, source: RangeSource, { body }: Frame): Promise<void> => {
  const offset = body.readUIntBE(0, 6)
  const length = Math.min(body.readUInt32BE(6), maxFrameBytes, Math.max(0, source.size - offset))
  const bytes = length === 0 ? Buffer.alloc(0) : await source.read(offset, length)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(bytes.length)
  channel.write(Buffer.concat([size, bytes]))
}

const decodedFrom = ({ kind, body }: Frame): Decoded => {
  const part = parts[body.readUInt8()]
  const found = decodedKinds[kind]
  if (!found || !part) throw new DecodingError('crashed', `The decoder sent a frame of kind ${kind}`)
  return { part, kind: found, bytes: body.subarray(1) }
}

const decodedKinds: Readonly<Record<number, Decoded['kind']>> = {
  [frameKinds.part]: 'bytes',
  [frameKinds.head]: 'head',
  [frameKinds.postponed]: 'postponed',
}

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

const startDecoder = (task: DecoderTask, { confinement, limits, signal }: DecodeOptions) => {
  const [command, ...args] = confinement.commandOf([process.execPath, ...nodeFlags, program, JSON.stringify(task)], {
    memoryBytes: limits.memoryBytes,
    cpuSeconds: Math.ceil(limits.timeoutMs / 1000),
  })
  const child = spawn(command, args, {
    cwd: '/',
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let failure: DecodingError | undefined
  const kill = () => void child.kill('SIGKILL')
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
  const channel = child.stdio[channelDescriptor] as unknown as Duplex
  // The decoder may end before it has read an answer.
  channel.on('error', () => undefined)
  return {
    channel,
    kill,
    failure: () => failure,
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
