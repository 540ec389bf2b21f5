import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, processTree } from '../faults/process-tree.ts'
import { inheritedByPrograms } from '../setup/inherited-by-programs.ts'
import { freePort } from '../setup/loopback.ts'

const program = path.resolve(import.meta.dirname, '../../scripts/dev/dev.ts')

let home: string
let origin: string
let dev: ChildProcess
let said = ''

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'holdfast-dev-'))
  chmodSync(home, 0o711) // PostgreSQL may run as an account of its own, which has to pass through
  const port = await freePort()
  origin = `http://localhost:${port}`
  dev = spawn(process.execPath, [program], {
    env: { ...inheritedByPrograms(), HOLDFAST_HOME: home, HOLDFAST_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(dev, 'exit')
  const ready = new Promise<void>((resolve) => {
    for (const stream of [dev.stdout, dev.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk
        if (said.includes('Holdfast is ready')) resolve()
      })
    }
  })
  await Promise.race([ready, exited.then(() => Promise.reject(new Error(said)))])
})
afterAll(() => {
  dev.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})
