import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const program = path.join(import.meta.dirname, '../src/main.ts')
let home: string
let fleetFile: string

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'fleet-main-'))
  fleetFile = path.join(home, 'fleet.json')
  const enrolment_secret = Buffer.alloc(32).toString('base64url')
  const handset = { client: 'meridian', enrolment_secret, device_user_reference: 'priya.banerjee' }
  await writeFile(fleetFile, JSON.stringify({ handsets: [handset] }))
})
afterEach(() => rm(home, { recursive: true }))

/** Starts the fleet without a server, and resolves with its first message to the supervisor. */
const start = async (environment: Record<string, string> = {}) => {
  const env = {
    HOLDFAST_ORIGIN: 'http://127.0.0.1:9',
    HOLDFAST_FLEET_FILE: fleetFile,
    HOLDFAST_HOME: home,
    ...environment,
  }
  const fleet = fork(program, [], { env, silent: true })
  const exited = once(fleet, 'exit').then(([code]) => code as number | null)
  const [said] = (await once(fleet, 'message')) as [unknown]
  return { fleet, exited, said }
}

it.each<[string, (fleet: ChildProcess) => unknown]>([
  ['SIGTERM', (fleet) => fleet.kill('SIGTERM')],
  ['a stop message', (fleet) => fleet.send('stop')],
  ['the end of its supervisor', (fleet) => fleet.disconnect()],
])('is ready without a server, and stops cleanly on %s', { timeout: 30_000 }, async (_, stop) => {
  const { fleet, exited, said } = await start()
  expect(said).toEqual({ ready: true })
  stop(fleet)
  expect(await exited).toBe(0)
})

it('prints one line about invalid settings', { timeout: 30_000 }, async () => {
  const { exited, said } = await start({ HOLDFAST_ORIGIN: '' })
  expect(said).toEqual({ failed: 'HOLDFAST_ORIGIN and HOLDFAST_FLEET_FILE must be set' })
  expect(await exited).toBe(1)
})
