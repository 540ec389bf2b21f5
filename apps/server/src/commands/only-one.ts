import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { StartFailure } from '../embedded/start-failure.ts'

/**
 * Makes this process the only one that runs the installation in `home`, until it ends in whatever way: the lock is a
 * listening socket, which the system takes back when its process dies. Who comes second is told where the first is.
 * @throws StartFailure when another one runs
 */
export async function beOnlyOne(home: string, origin: string): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o711 })
  const id = createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 32)
  // Linux has sockets with a name of their own; elsewhere it is a file, which a killed process leaves behind.
  const isFile = process.platform !== 'linux'
  const address = isFile ? path.join(tmpdir(), `holdfast-${id}.sock`) : `\0holdfast-${id}`
  const server = createServer((socket) => socket.on('error', () => {}).end(`at ${origin} (process ${process.pid})`))
  if (await listen(server, address)) return
  const running = await whoListens(address)
  if (running === undefined && isFile) rmSync(address)
  if (running !== undefined || !(await listen(server, address))) {
    throw new StartFailure(`Holdfast is already running ${running ?? 'in this folder'}.`)
  }
}

function listen(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(address, () => resolve(true)).unref()
  })
}

async function whoListens(address: string): Promise<string | undefined> {
  try {
    return await text(connect(address))
  } catch {
    return undefined
  }
}
