import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { StartFailure } from '../embedded/start-failure.ts'
import type { Settings } from '../platform/settings/index.ts'

/** How long the api of a Holdfast that was just killed may take to notice it and to release the port. */
const releaseTimeoutMs = 9_000

/** @throws StartFailure when the port is still in use after `releaseTimeoutMs` */
export async function requireFreePort({ port, host }: Pick<Settings, 'port' | 'host'>): Promise<void> {
  const deadline = performance.now() + releaseTimeoutMs
  while (!(await isFree(port, host))) {
    if (performance.now() > deadline) {
      throw new StartFailure(`Port ${port} is taken by another program: end that one, or set HOLDFAST_PORT.`)
    }
    await pause(100)
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else if (error.code === 'EADDRNOTAVAIL') {
        reject(new StartFailure(`${host} is no address of this machine: set HOLDFAST_HOST to another.`))
      } else reject(new StartFailure(`Port ${port} cannot be used (${error.code}): set HOLDFAST_PORT to another.`))
    })
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
