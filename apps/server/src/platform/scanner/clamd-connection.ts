import { connect, type Socket } from 'node:net'
import { ScannerUnavailable } from './scanner.ts'

export type ClamdAddress = { host: string; port: number } | { path: string }

export interface ClamdTimeouts {
  connectMs: number
  /** How long clamd may accept no bytes. */
  sendMs: number
  /** How long clamd may take to reply once it has the whole content. */
  replyMs: number
}

/** One command and its reply, on a separate connection. */
export interface ClamdConnection {
  /** Resolves when clamd has room for more (back-pressure). Sends nothing once clamd has replied. */
  send(bytes: Uint8Array): Promise<void>
  hasReplied(): boolean
  /** The reply without its terminator. Rejects when the connection ends without one. */
  reply(): Promise<string>
  close(): void
}

/** A reply is one line; anything longer does not come from clamd. */
export const maxReplyBytes = 64 * 1024

export const openClamdConnection = async (address: ClamdAddress, timeouts: ClamdTimeouts): Promise<ClamdConnection> => {
  const socket = connect(address)
  const ending = replyOf(socket)
  let replied = false
  ending.then(
    () => {
      replied = true
    },
    () => undefined,
  )
  const connected = new Promise<void>((resolve) => socket.once('connect', resolve))

  /** Whatever is awaited, the end of the connection ends the wait. */
  const orEnd = <T>(awaited: Promise<T>, timeoutMs: number, what: string): Promise<T | string> =>
    within(timeoutMs, what, Promise.race([awaited, ending]))

  try {
    await orEnd(connected, timeouts.connectMs, 'did not take the connection')
  } catch (error) {
    socket.destroy()
    throw error
  }

  return {
    async send(bytes) {
      if (replied || socket.write(bytes)) return
      await orEnd(new Promise<void>((resolve) => socket.once('drain', resolve)), timeouts.sendMs, 'took nothing in')
    },
    hasReplied: () => replied,
    reply: () => within(timeouts.replyMs, 'did not answer', ending),
    close: () => socket.destroy(),
  }
}

/** The text up to NUL. Rejects when the connection ends before. */
const replyOf = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const fail = (why: string, cause?: Error): void => reject(new ScannerUnavailable(`clamd ${why}`, { cause }))
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\0')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > maxReplyBytes) fail('gave an answer without end')
    })
    socket.on('error', (error) => fail(`is not reachable: ${error.message}`, error))
    socket.on('close', () => fail('hung up without an answer'))
  })

/** Rejects with `ScannerUnavailable` unless the promise settles in time. */
export const within = async <T>(timeoutMs: number, what: string, awaited: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScannerUnavailable(`clamd ${what} within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([awaited, late])
  } finally {
    clearTimeout(timer)
  }
}
