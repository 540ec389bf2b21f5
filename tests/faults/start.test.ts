import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inheritedByPrograms } from '../setup/inherited-by-programs.ts'
import { patience } from '../setup/patience.ts'
import { type RunningProduct, runProduct, runRefused } from '../setup/run-product.ts'
import { isAlive, killAll, processTree } from './process-tree.ts'

/** One installation that is killed in every way, one after the other: a real one has no fresh start either. */
let home: string
let product: RunningProduct

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'holdfast-faults-'))
  chmodSync(home, 0o711)
  product = await started()
  await query('create table acknowledged (note text)')
})
afterAll(async () => {
  await product?.stop()
  rmSync(home, { recursive: true, force: true })
})

const started = (settings: object = {}) => runProduct(home, { ...inheritedByPrograms(), ...settings })

async function query(text: string): Promise<Record<string, unknown>[]> {
  const { folder, password } = JSON.parse(readFileSync(path.join(home, 'postgres.json'), 'utf8'))
  const client = new pg.Client({ host: path.join(folder, 'run'), user: 'holdfast', database: 'holdfast', password })
  client.on('error', () => {}) // the database is killed at times
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** What was acknowledged before the fault is there after it, and only once. */
async function survives(note: string, fault: () => Promise<void>): Promise<void> {
  await query(`insert into acknowledged values ('${note}')`)
  await fault()
  await vi.waitFor(
    async () => expect(await query(`select note from acknowledged where note = '${note}'`)).toEqual([{ note }]),
    { timeout: patience, interval: 50 },
  )
}

const answers = async () => (await fetch(`${product.origin}/healthz`)).status
const tree = () => processTree(product.process.pid ?? 0)
const part = (command: RegExp) => {
  const found = tree().find((entry) => command.test(entry.command))
  if (!found) throw new Error(`no process ${command} in ${JSON.stringify(tree())}`)
  return found
}

describe('kill -9 of one process', () => {
  test.each([
    ['the api', /main\.ts demonstrate$/],
    ['the worker', /main\.ts work$/],
    ['PostgreSQL', /bin\/postgres -D/],
  ])('%s: started again, nothing lost', async (name, command) => {
    await survives(name, async () => {
      const victim = await vi.waitFor(() => part(command), { timeout: patience, interval: 50 })
      process.kill(victim.pid, 'SIGKILL')
      await vi.waitFor(() => expect(part(command).pid).not.toBe(victim.pid), { timeout: patience, interval: 50 })
    })
    await vi.waitFor(async () => expect(await answers()).toBe(200), { timeout: patience, interval: 50 })
  })

  test('the worker in its first start, after the product said that it is ready: started again, nothing else ends', async () => {
    await survives('worker at once', async () => {
      await product.stop()
      product = await started()
      const victim = await vi.waitFor(() => part(/main\.ts work$/), { timeout: patience, interval: 5 })
      process.kill(victim.pid, 'SIGKILL')
      await vi.waitFor(() => expect(part(/main\.ts work$/).pid).not.toBe(victim.pid), {
        timeout: patience,
        interval: 50,
      })
    })
    expect(product.said()).toMatch(/^The worker .* was ended by SIGKILL.*; starting it again\.$/m)
    await vi.waitFor(() => part(/fleet\/src\/main\.ts$/), { timeout: patience, interval: 50 })
    expect(await answers()).toBe(200)
  })

  test('the supervisor: all others end by themselves, and the next start recovers', async () => {
    await survives('supervisor', async () => {
      await vi.waitFor(() => part(/fleet\/src\/main\.ts$/), { timeout: patience, interval: 50 })
      const others = tree().slice(1)
      expect(others.length).toBeGreaterThanOrEqual(3)
      product.process.kill('SIGKILL')
      await vi.waitFor(() => expect(others.filter(isAlive)).toEqual([]), { timeout: patience, interval: 50 })
      product = await started()
    })
  })

  test('the supervisor, and a start in the same moment', async () => {
    await survives('supervisor at once', async () => {
      product.process.kill('SIGKILL')
      await once(product.process, 'exit')
      product = await started({ HOLDFAST_PORT: new URL(product.origin).port })
    })
  })
})

test('kill -9 of the whole tree: the next start recovers', async () => {
  await survives('tree', async () => {
    killAll(tree())
    product = await started()
  })
  expect(await answers()).toBe(200)
})

test('a second start is refused in one line that says where the first is', async () => {
  const { code, said } = await runRefused({ ...inheritedByPrograms(), HOLDFAST_HOME: home, HOLDFAST_PORT: '1' })
  expect(code).toBe(1)
  expect(said).toBe(`Holdfast is already running at ${product.origin} (process ${product.process.pid}).\n`)
})

test('a wrong setting is one line that says what is accepted', async () => {
  const { code, said } = await runRefused({ ...inheritedByPrograms(), HOLDFAST_HOME: home, HOLDFAST_PORT: 'http' })
  expect(code).toBe(2)
  expect(said).toBe('HOLDFAST_PORT is "http"; accepted: a number from 1 to 65535.\n')
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
])('a setting that does not work here is one line that names it: %s=%s', async (name, value, line) => {
  const { code, said } = await runRefused({ ...inheritedByPrograms(), HOLDFAST_HOME: home, [name]: value })
  expect(code).toBe(2)
  expect(said).toMatch(line)
})

test('a stop ends every process in order, and the next start finds all as it was', async () => {
  await survives('stop', async () => {
    const all = tree()
    expect(await product.stop()).toBe(0)
    expect(all.filter(isAlive)).toEqual([])
    product = await started()
  })
})

test('a start while the former one is stopping waits for it', async () => {
  await survives('stopping', async () => {
    const stopped = product.stop()
    product = await started()
    expect(await stopped).toBe(0)
  })
})
