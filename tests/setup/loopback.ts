import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Below the system's ephemeral ports, so that no other process is assigned the port before it is used. */
const [lowestPort, highestPort] = [20_000, 32_000]

/**
 * A free TCP port, for a part that can't take port 0 itself. No other process of the tests gets it until this one ends: some
 * parts, like Swift, would share it (SO_REUSEPORT) instead of failing to start.
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

/** Reserves a TCP port by holding the UDP port of the same number, which nothing in the tests uses. */
const reserve = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref()
      resolve(true)
    })
  })

export interface Part {
  /** What it wrote to its standard streams lately, for the message when it fails. */
  output(): string
  exited(): boolean
  /** @param signal SIGKILL unless it has something to put away */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Runs a real part as a child in the foreground. */
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

/** Far more than a part needs, on a crowded machine as well. */
const longestStartMs = 120_000

/** Asks until the part answers; fails at once when it exits, with what it said. */
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
