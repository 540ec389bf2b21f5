import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Api, startApi } from '../../apps/server/src/api.ts'
import type { DrillReport } from '../../apps/server/src/backup/drill.ts'
import { type EmbeddedPostgres, startPostgres } from '../../apps/server/src/embedded/postgres.ts'
import { openClientAccount } from '../../apps/server/src/modules/clients/index.ts'
import { destroyPayloads } from '../../apps/server/src/modules/destruction/index.ts'
import type { TenantTransaction } from '../../apps/server/src/platform/database/index.ts'
import { newId } from '../../apps/server/src/platform/identifiers.ts'
import { isOwnDocument } from '../../apps/server/src/platform/keys/index.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { startWorker } from '../../apps/server/src/worker.ts'
import { inheritedEnvironment } from '../setup/inherited-environment.ts'
import { freePort } from '../setup/loopback.ts'
import { programs } from '../setup/programs.ts'
import { addRows } from '../setup/rows.ts'
import { runToEnd } from '../setup/run-part.ts'
import { addSealedMessages } from '../setup/sealed-messages.ts'
import type { TestAccount } from '../setup/test-account.ts'
import { longTestTimeoutMs, lookIntervalMs, waitTimeoutMs } from '../setup/time-limits.ts'

const client = 'northwind'
const dayMs = 86_400_000

let folder: string
let live: Installation
/** A backup of the live installation, which had these recordings then. */
let backup: string
let recordings: string[]

/** A home with its PostgreSQL and an api, both in this process. */
interface Installation {
  home: string
  origin: string
  postgres: EmbeddedPostgres
  api: Api
  settings: Parameters<typeof startApi>[0]
  owner: Client
  stop: () => Promise<void>
}

const open = async (home: string): Promise<Installation> => {
  const postgres = await startPostgres({ home, log: () => {} })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = {
    HOLDFAST_HOME: home,
    HOLDFAST_PORT: String(port),
    HOLDFAST_ORIGIN: origin,
    HOLDFAST_LOG_LEVEL: 'fatal',
  }
  const settings = { ...readSettings(environment), databaseUrl: postgres.url }
  const api = await startApi(settings)
  const owner = new Client({ connectionString: postgres.url })
  await owner.connect()
  const stop = async () => {
    await owner.end()
    await api.stop()
    await postgres.stop()
  }
  return { home, origin, postgres, api, settings, owner, stop }
}

const holdfast = (args: readonly string[], home = live.home) => runToEnd(args, { HOLDFAST_HOME: home })
const inFolder = (name: string) => path.join(folder, name)
const liveStore = () => `file://${path.join(live.home, 'objects')}`

const write = <T>(work: (tx: TenantTransaction) => Promise<T>) => live.api.platform.database.transaction(client, work)
const read = <T>(work: (tx: TenantTransaction) => Promise<T>) => live.api.platform.database.read(client, work)
let sent = 0
const record = async (count: number): Promise<string[]> => {
  const account = { server: live, write, read } as unknown as TestAccount
  const payload_time = new Date(Date.now() - 30 * dayMs)
  const messages = Array.from({ length: count }, () => ({
    text: `Message ${++sent}`,
    thread_id: 'thread',
    group: 'London',
    device_reference: 'London-1',
    payload_time,
    row: { registered_at: payload_time },
  }))
  return addSealedMessages(account, messages)
}

/** Moves sealed bytes from the table to the object folder. */
const moveToObjects = async (reference: string): Promise<string> => {
  const { rows } = await live.owner.query(
    'delete from app.payload_contents where payload_reference = $1 returning sealed',
    [reference],
  )
  const key = `recordings/${client}/${reference}`
  await live.api.platform.objects.put(key, rows[0].sealed)
  await live.owner.query(
    'update app.payloads set s3_path = $2, is_content_in_table = false where payload_reference = $1',
    [reference, key],
  )
  return key
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-backup-'))
  chmodSync(folder, 0o711) // PostgreSQL may run as another user, which has to reach its folder
  live = await open(inFolder('home'))
  for (const account of ['admin', client]) {
    await openClientAccount(live.api.platform, { client: account, name: account, locale: 'en-GB' })
  }
  const rule = { retention_timestamp: 'payload_time', required_receipts: [], required_transfers: [] }
  await write(async (tx) => {
    await addRows(tx, 'groups', [{ group_reference: 'London' }])
    await tx.db
      .insertInto('retention_policies')
      .values({
        client,
        version: 1,
        entities: '[]',
        payloads: JSON.stringify([{ payload_type: 'SMS', ...rule, delete_after_days: 10, destroy_after_days: 20 }]),
        settings: '{}',
        is_locked: false,
        saved_at: tx.now,
        saved_by: 'olga',
        effective_at: new Date(tx.now.getTime() - dayMs),
        needs_second_person: false,
        freed_recordings: 0,
        freed_bytes: 0,
      })
      .execute()
  })
  recordings = await record(20)
  for (const reference of recordings.slice(0, 3)) await moveToObjects(reference)
  backup = inFolder('backup')
})
afterAll(async () => {
  await live?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('a backup that is made while recordings arrive restores, and its recordings open', {
  timeout: longTestTimeoutMs,
}, async () => {
  let isDone = false
  const making = holdfast(['backup', backup]).finally(() => {
    isDone = true
  })
  while (!isDone) await record(2)
  const made = await making
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('It does not have the master key') })

  const reportFile = inFolder('drill.json')
  const drilled = await holdfast(['drill', backup, '--recordings', '50', '--report', reportFile])
  expect(drilled).toMatchObject({ code: 0, output: expect.stringContaining('The drill passed.') })
  const { report, ...signed } = JSON.parse(readFileSync(reportFile, 'utf8')) as { report: DrillReport } & Signed
  expect(isOwnDocument(live.api.platform.keys, 'reports of drills', signed)).toBe(true)
  expect(JSON.parse(signed.canonical)).toEqual(report)
  const payloads = report.counts.find(({ table }) => table === 'payloads')
  expect(payloads?.restored).toBeGreaterThanOrEqual(20)
  expect(report.recordings).toMatchObject({ opened: Math.min(50, payloads?.restored ?? 0), damaged: [] })
})
type Signed = Parameters<typeof isOwnDocument>[2]

it('what was destroyed after the backup stays destroyed, and the copy is quiet until it is resumed', {
  timeout: longTestTimeoutMs,
}, async () => {
  const [inStore = '', inTable = '', kept = ''] = [recordings[0], recordings[10], recordings[11]]
  const run = { run_id: newId(), by: 'olga' }
  const destroyed = await destroyPayloads(live.api.platform, client, [inStore, inTable], run)
  expect(destroyed.map(({ result }) => result)).toEqual(['destroyed', 'destroyed'])

  const reportFile = inFolder('later-drill.json')
  const drilled = await holdfast([
    'drill',
    backup,
    '--recordings',
    '1',
    '--journal',
    liveStore(),
    '--report',
    reportFile,
  ])
  expect(drilled).toMatchObject({ code: 0 })
  const { report } = JSON.parse(readFileSync(reportFile, 'utf8')) as { report: DrillReport }
  expect(report.destroyed).toMatchObject({ recordings: 2, batches_replayed: 1, openable: [] })

  const home = inFolder('restored')
  expect(await holdfast(['restore', backup, '--home', home, '--journal', liveStore()])).toMatchObject({ code: 0 })
  expect((await holdfast(['restore', backup, '--home', home])).output).toContain('is not empty')

  const copy = await open(home)
  const worker = await startWorker(copy.settings)
  try {
    expect(await leftOf(copy, [inStore, inTable])).toEqual([
      { payload_state: 'Destroyed', encrypted_dek: null, sealed: null },
      { payload_state: 'Destroyed', encrypted_dek: null, sealed: null },
    ])
    expect(await leftOf(copy, [kept])).toEqual(await leftOf(live, [kept]))

    const isQuiet = { code: 'server.not_ready' }
    const asHandset = () => fetch(`${copy.origin}/api/device/v1/commands`)
    expect(await (await asHandset()).json()).toMatchObject(isQuiet)
    await expect(destroyPayloads(copy.api.platform, client, [kept], run)).rejects.toThrow('quiet')
    await addJob(copy, 'email_notification', { client, recipient: 'olga', notification_reference: newId() })
    await addJob(copy, 'continue_media_backlogs', {})
    await waitUntil(async () => !(await hasJob(copy, 'continue_media_backlogs')))
    expect(await hasJob(copy, 'email_notification')).toBe(true)

    const resumed = await holdfast(['resume'], home)
    expect(resumed).toMatchObject({ code: 0, output: expect.stringContaining('is in use again') })
    await waitUntil(async () => !(await hasJob(copy, 'email_notification')))
    await waitUntil(async () => (await asHandset()).status === 401)
    expect(await eventsOfProvider(copy)).toEqual(['installation.restored', 'installation.resumed'])
    const [again] = await destroyPayloads(copy.api.platform, client, [kept], run)
    expect(again?.result).toBe('destroyed')
  } finally {
    await worker.stop()
    await copy.stop()
  }
})

it('a damaged file is found, and nothing of the backup is kept', { timeout: longTestTimeoutMs }, async () => {
  const file = path.join(backup, `objects/recordings/${client}/${recordings[1]}`)
  const bytes = readFileSync(file)
  const damaged = Buffer.from(bytes)
  damaged[0] = (damaged[0] ?? 0) ^ 1
  writeFileSync(file, damaged)
  const home = inFolder('never')
  const ended = await holdfast(['restore', backup, '--home', home])
  expect(ended).toMatchObject({
    code: 1,
    output: expect.stringContaining(`recordings/${client}/${recordings[1]} (its SHA-256`),
  })
  expect(existsSync(home)).toBe(false)
  writeFileSync(file, bytes)
})

it('a backup that was killed is no backup, and holds up nothing in the database', {
  timeout: longTestTimeoutMs,
}, async () => {
  const unfinished = inFolder('killed')
  const child = spawn(process.execPath, [programs.holdfast, 'backup', unfinished], {
    env: { ...inheritedEnvironment(), HOLDFAST_HOME: live.home },
    stdio: 'ignore',
  })
  await waitUntil(async () => existsSync(path.join(unfinished, 'data')))
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(readdirSync(unfinished)).not.toContain('manifest.json')
  const ended = await holdfast(['restore', unfinished, '--home', inFolder('never')])
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('is no complete backup') })
  await waitUntil(async () => (await live.owner.query('select from pg_replication_slots')).rowCount === 0)
})

it('a backup is written neither into its installation nor over another one', async () => {
  expect(await holdfast(['backup', path.join(live.home, 'backup')])).toMatchObject({ code: 1 })
  expect(await holdfast(['backup', backup])).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') })
  expect(await holdfast(['backup'])).toMatchObject({ code: 2 })
})

const waitUntil = (isSo: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: waitTimeoutMs, interval: lookIntervalMs })

const leftOf = async ({ owner }: Installation, references: readonly string[]) => {
  const { rows } = await owner.query(
    `select payload_state, encrypted_dek, sealed from app.payloads
      left join app.payload_contents using (client, payload_reference)
      where payload_reference = any($1) order by payload_reference`,
    [references],
  )
  return rows
}

const addJob = ({ owner }: Installation, name: string, payload: object) =>
  owner.query('select graphile_worker.add_job($1, $2::json)', [name, JSON.stringify(payload)])

const hasJob = async ({ owner }: Installation, name: string): Promise<boolean> => {
  const { rowCount } = await owner.query('select from graphile_worker.jobs where task_identifier = $1', [name])
  return rowCount !== 0
}

const eventsOfProvider = async ({ owner }: Installation): Promise<string[]> => {
  const { rows } = await owner.query(
    `select events->0->>'event' as event from app.user_activities
      where client = 'admin' and call like 'COMMAND re%' order by log_id`,
  )
  return rows.map(({ event }) => event)
}
