import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, processTree } from '../faults/process-tree.ts'
import { inheritedEnvironment } from '../setup/inherited-environment.ts'
import { freePort } from '../setup/loopback.ts'

const program = path.resolve(import.meta.dirname, '../../scripts/dev/dev.ts')

let home: string
let origin: string
let dev: ChildProcess
let output = ''

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'holdfast-dev-'))
  chmodSync(home, 0o711) // PostgreSQL may run as another user, which has to reach its folder
  const port = await freePort()
  origin = `http://localhost:${port}`
  dev = spawn(process.execPath, [program], {
    env: { ...inheritedEnvironment(), HOLDFAST_HOME: home, HOLDFAST_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(dev, 'exit')
  const ready = new Promise<void>((resolve) => {
    for (const stream of [dev.stdout, dev.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
        if (output.includes('Holdfast is ready')) resolve()
      })
    }
  })
  await Promise.race([ready, exited.then(() => Promise.reject(new Error(output)))])
})
afterAll(() => {
  dev.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

test('serves the portal’s sources and the api at one address, under the product’s content security policy', async () => {
  const page = await fetch(`${origin}/dashboard/devices/users/amelia.hart`, {
    headers: { accept: 'text/html', origin: 'http://localhost:1' },
  })
  const policy = page.headers.get('content-security-policy') ?? ''
  const [, nonce] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
  const text = await page.text()
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toContain('unsafe-eval;')
  expect(text).toContain(`<meta name="style-nonce" content="${nonce}"`)
  expect(text).toMatch(new RegExp(`<script[^>]* nonce="${nonce}"`))
  expect(page.headers.get('access-control-allow-origin')).toBe(null)
  expect((await fetch(`${origin}/src/app/router.ts`)).headers.get('content-type')).toContain('javascript')
  expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' })
  const { status, headers } = await fetch(`${origin}/api/admin/v1/meridian/roles`)
  expect([status, headers.get('cache-control')]).toEqual([401, 'no-store'])
})

test('a stop ends every process', async () => {
  const all = processTree(dev.pid ?? 0)
  expect(all.length).toBeGreaterThan(3)
  dev.send('stop')
  expect(await once(dev, 'exit')).toEqual([0, null])
  expect(all.filter(isAlive)).toEqual([])
})
