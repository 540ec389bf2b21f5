import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { StartFailure } from '../embedded/start-failure.ts'

/** How long a process that is stopping may take to drain. */
const drainTimeoutMs = 15_000
const stopping = 'stopping'

/**
 * Makes this process the only one that runs the installation in `home`, until it exits for whatever reason. The lock is a
 * listening socket, which the operating system closes with the process. A second process fails with the address of the
 * first, or waits if the first is already stopping.
 * @param stop settles when this process is to stop
 * @throws StartFailure when another process runs
 */
export async function lockHome(home: string, origin: string, stop: Promise<void>): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o711 })
  const id = createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 32)
  // Linux has abstract socket names. Elsewhere a socket is a file, which a killed process leaves behind.
  const isFile = process.platform !== 'linux'
  const address = isFile ? path.join(tmpdir(), `holdfast-${id}.sock`) : `\0holdfast-${id}`
  let state = `at ${origin} (process ${process.pid})`
  stop.then(() => {
    state = stopping
  })
  const deadline = performance.now() + drainTimeoutMs
  while (!(await listen(address, () => state))) {
    const other = await stateOf(address)
    if (other === undefined && isFile) rmSync(address, { force: true })
    if ((other && other !== stopping) || performance.now() > deadline) {
      throw new StartFailure(
        `Holdfast is already running ${other === stopping ? 'and does not stop' : (other ?? 'here')}.`,
      )
    }
    await pause(50)
  }
}

/** Listens until this process exits and sends its state to each client. Resolves to `false` when another process listens. */
function listen(address: string, state: () => string): Promise<boolean> {
  const server = createServer((socket) => socket.on('error', () => {}).end(state()))
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(address, () => resolve(true)).unref()
  })
}

async function stateOf(address: string): Promise<string | undefined> {
  try {
    return await text(connect(address))
  } catch {
    return undefined // the other process has just exited, or only its socket file is left
  }
}
