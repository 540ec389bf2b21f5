import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inheritedEnvironment } from '../setup/inherited-environment.ts'
import { type RunningProduct, runProduct, runRefused } from '../setup/run-product.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { isAlive, killAll, processTree } from './process-tree.ts'

/** One installation goes through all these faults, one after the other, as a real one does. */
let home: string
let product: RunningProduct

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'holdfast-faults-'))
  chmodSync(home, 0o711)
  product = await start()
  await query('create table acknowledged (note text)')
})
afterAll(async () => {
  await product?.stop()
  rmSync(home, { recursive: true, force: true })
})

const start = (settings: object = {}) => runProduct(home, { ...inheritedEnvironment(), ...settings })

async function query(text: string): Promise<Record<string, unknown>[]> {
  const { folder, password } = JSON.parse(readFileSync(path.join(home, 'postgres.json'), 'utf8'))
  const client = new pg.Client({ host: path.join(folder, 'run'), user: 'holdfast', database: 'holdfast', password })
  client.on('error', () => {}) // the tests kill the database
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Checks that what was acknowledged before the fault is there afterwards, exactly once. */
async function expectNothingLost(note: string, fault: () => Promise<void>): Promise<void> {
  await query(`insert into acknowledged values ('${note}')`)
  await fault()
  await vi.waitFor(
    async () => expect(await query(`select note from acknowledged where note = '${note}'`)).toEqual([{ note }]),
    { timeout: waitTimeoutMs, interval: 50 },
  )
}

const healthStatus = async () => (await fetch(`${product.origin}/healthz`)).status
const tree = () => processTree(product.process.pid ?? 0)
const part = (command: RegExp) => {
  const found = tree().find((entry) => command.test(entry.command))
  if (!found) throw new Error(`no process ${command} in ${JSON.stringify(tree())}`)
  return found
}

describe('SIGKILL of one process', () => {
  test.each([
    ['the api', /main\.js serve$/],
    ['the worker', /main\.js work$/],
    ['PostgreSQL', /bin\/postgres -D/],
  ])('%s: it is restarted, and nothing is lost', async (name, command) => {
    await expectNothingLost(name, async () => {
      const target = await vi.waitFor(() => part(command), { timeout: waitTimeoutMs, interval: 50 })
      process.kill(target.pid, 'SIGKILL')
      await vi.waitFor(() => expect(part(command).pid).not.toBe(target.pid), { timeout: waitTimeoutMs, interval: 50 })
    })
    await vi.waitFor(async () => expect(await healthStatus()).toBe(200), { timeout: waitTimeoutMs, interval: 50 })
  })

  test('the worker during its first start, after the product reported that it is ready: it is restarted, and no other process ends', async () => {
    await expectNothingLost('worker at once', async () => {
      await product.stop()
      product = await start()
      const target = await vi.waitFor(() => part(/main\.js work$/), { timeout: waitTimeoutMs, interval: 5 })
      process.kill(target.pid, 'SIGKILL')
      await vi.waitFor(() => expect(part(/main\.js work$/).pid).not.toBe(target.pid), {
        timeout: waitTimeoutMs,
        interval: 50,
      })
    })
    expect(product.output()).toMatch(/^The worker .* was ended by SIGKILL.*; starting it again\.$/m)
    await vi.waitFor(() => part(/fleet\/dist\/main\.js$/), { timeout: waitTimeoutMs, interval: 50 })
    expect(await healthStatus()).toBe(200)
  })

  test('the supervisor: all other processes end by themselves, and the next start recovers', async () => {
    await expectNothingLost('supervisor', async () => {
      await vi.waitFor(() => part(/fleet\/dist\/main\.js$/), { timeout: waitTimeoutMs, interval: 50 })
      const others = tree().slice(1)
      expect(others.length).toBeGreaterThanOrEqual(3)
      product.process.kill('SIGKILL')
      await vi.waitFor(() => expect(others.filter(isAlive)).toEqual([]), { timeout: waitTimeoutMs, interval: 50 })
      product = await start()
    })
  })

  test('the supervisor, and a new start at the same moment', async () => {
    await expectNothingLost('supervisor at once', async () => {
      product.process.kill('SIGKILL')
      await once(product.process, 'exit')
      product = await start({ HOLDFAST_PORT: new URL(product.origin).port })
    })
  })
})

test('SIGKILL of the whole process tree: the next start recovers', async () => {
  await expectNothingLost('tree', async () => {
    killAll(tree())
    product = await start()
  })
  expect(await healthStatus()).toBe(200)
})

test('a second start is refused with one line that names the address of the first', async () => {
  const { code, output } = await runRefused({ ...inheritedEnvironment(), HOLDFAST_HOME: home, HOLDFAST_PORT: '1' })
  expect(code).toBe(1)
  expect(output).toBe(`Holdfast is already running at ${product.origin} (process ${product.process.pid}).\n`)
})

test('an invalid setting is refused with one line that says what is accepted', async () => {
  const { code, output } = await runRefused({ ...inheritedEnvironment(), HOLDFAST_HOME: home, HOLDFAST_PORT: 'http' })
  expect(code).toBe(2)
  expect(output).toBe('HOLDFAST_PORT is "http"; accepted: a number from 1 to 65535.\n')
})

test.each([
  [
    'DATABASE_URL',
    'postgres://me:secret@127.0.0.1:1/db',
    /^DATABASE_URL: PostgreSQL at 127.0.0.1:1 can't be used \(.*ECONNREFUSED.*\)\.\n$/,
  ],
  ['OBJECTS_URL', 'file:///etc/passwd', /^OBJECTS_URL: \/etc\/passwd is not a folder\.\n$/],
  ['HOLDFAST_HOME', '/etc/passwd', /^HOLDFAST_HOME: \/etc\/passwd is not a folder\.\n$/],
  [
    'HOLDFAST_HOME',
    '/etc/passwd/home',
    /^HOLDFAST_HOME: \/etc\/passwd\/home can't be used as a folder \(ENOTDIR\)\.\n$/,
  ],
])(
  'a setting that cannot work on this machine is refused with one line that names it: %s=%s',
  async (name, value, line) => {
    const { code, output } = await runRefused({ ...inheritedEnvironment(), HOLDFAST_HOME: home, [name]: value })
    expect(code).toBe(2)
    expect(output).toMatch(line)
  },
)

test('a stop ends every process in order, and the next start finds all data unchanged', async () => {
  await expectNothingLost('stop', async () => {
    const all = tree()
    expect(await product.stop()).toBe(0)
    expect(all.filter(isAlive)).toEqual([])
    product = await start()
  })
})

test('a start waits while an earlier one is still stopping', async () => {
  await expectNothingLost('stopping', async () => {
    const stopped = product.stop()
    product = await start()
    expect(await stopped).toBe(0)
  })
})
