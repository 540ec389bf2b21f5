import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Below the system's ephemeral ports, so that no other process is given the port before it is used. */
const [lowestPort, highestPort] = [20_000, 32_000]

/**
 * A free TCP port, for a part that can't use port 0 itself. No other test process gets the same port until this one
 * ends: some parts, such as Swift, would share it (SO_REUSEPORT) instead of failing to start.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(lowestPort, highestPort)
  if (!(await reserve(port))) return freePort()
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

/** Reserves a TCP port by holding the UDP port of the same number, which no test uses. */
const reserve = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref()
      resolve(true)
    })
  })

/** Whether something listens on this port. */
export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

export interface Part {
  /** The recent output of its standard streams, for the message when it fails. */
  output(): string
  exited(): boolean
  /** @param signal SIGKILL by default; another one if the part has to clean up */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Runs a real program as a child process in the foreground. */
export const startPart = (
  command: string,
  args: readonly string[],
  account: { uid?: number; gid?: number } = {},
): Part => {
  const child: ChildProcess = spawn(command, args, { ...account, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let hasExited = false
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const exit = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      keep(Buffer.from(error.message))
      hasExited = true
      resolve()
    })
    child.once('exit', () => {
      hasExited = true
      resolve()
    })
  })
  return {
    output: () => output,
    exited: () => hasExited,
    async stop(signal = 'SIGKILL') {
      if (!hasExited) child.kill(signal)
      await exit
    },
  }
}

/** Far more than a program needs, even on a busy machine. */
const longestStartMs = 120_000

/** Polls until the part answers. Fails with the part's output, at once if it exits. */
export const untilReady = async (
  part: Part,
  isReady: () => Promise<boolean>,
  timeoutMs = longestStartMs,
): Promise<void> => {
  const deadline = Date.now() + timeoutMs
  while (!(await isReady().catch(() => false))) {
    if (part.exited()) throw new Error(`It stopped while starting: ${part.output()}`)
    if (Date.now() > deadline) throw new Error(`It was not ready in ${timeoutMs} ms: ${part.output()}`)
    await setTimeout(20)
  }
}
