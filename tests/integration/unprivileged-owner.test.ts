import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startPostgres } from '../../apps/server/src/embedded/postgres.ts'
import { startWorker } from '../../apps/server/src/worker.ts'
import { DeviceServer } from '../../apps/server/test/device-server.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { startDebianPostgres } from '../setup/debian-postgres.ts'
import { runToEnd } from '../setup/run-part.ts'

interface Cluster {
  /** Address for its superuser. */
  url: string
  stop(): Promise<void>
}

const startEmbedded = async (): Promise<Cluster> => {
  const home = mkdtempSync(path.join(tmpdir(), 'holdfast-modest-'))
  chmodSync(home, 0o711) // PostgreSQL may run as another user, which has to reach its folder
  const { url, stop } = await startPostgres({ home, log: () => {}, durable: false })
  return { url, stop: () => stop().finally(() => rmSync(home, { recursive: true, force: true })) }
}

const query = async (url: string, ...statements: string[]): Promise<object[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: object[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** Creates a role with these rights that owns a new database, and returns the address. */
const ownDatabase = async (superuserUrl: string, name: string, rights: string): Promise<string> => {
  const owner = `owner_of_${name}`
  await query(
    superuserUrl,
    `create role ${owner} login ${rights} nosuperuser nobypassrls nocreatedb noreplication password 'modest'`,
    `create database ${name} owner ${owner}`,
  )
  const url = new URL(superuserUrl)
  Object.assign(url, { username: owner, password: 'modest', pathname: `/${name}` })
  return url.href
}

describe.each([
  ['15, from Debian', startDebianPostgres],
  ['as embedded', startEmbedded],
])('PostgreSQL %s, with an owner who may create roles but is no superuser', (_version, startCluster) => {
  let cluster: Cluster
  let folder: string
  beforeAll(async () => {
    cluster = await startCluster()
    folder = mkdtempSync(path.join(tmpdir(), 'holdfast-modest-keys-'))
  })
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has all rights that the product needs to start, work and change its master key', async () => {
    const ownerUrl = await ownDatabase(cluster.url, 'product', 'createrole')
    const keyFile = path.join(folder, 'master.key')
    const database = {
      ...{ ownerUrl, appUrl: '', providerUrl: '', rolePassword: '', keysUrl: `file://${keyFile}` },
      tenantTables: async () => new Set<string>(),
      drop: async () => undefined,
    }
    const server = await DeviceServer.start({ database })
    onTestFinished(() => server.stop())
    const device = await server.addDevice('DEVICE-1')
    const { registration, sealed } = await server.record(device, wav(1))
    await device.register(registration)
    await device.upload(registration.payload_reference, 0, sealed)

    writeFileSync(keyFile, `${randomBytes(32).toString('base64url')}\n${readFileSync(keyFile, 'utf8')}`)
    const worker = await startWorker({ ...server.platform.settings, databaseUrl: ownerUrl })
    onTestFinished(() => worker.stop())
    const isProcessed = async () =>
      expect(
        await worker.platform.database.read(server.client, (tx) =>
          tx.db.selectFrom('payloads').select('payload_state').where('client', '=', server.client).execute(),
        ),
      ).toEqual([{ payload_state: 'Processed' }])
    await vi.waitFor(isProcessed, { timeout: 30_000, interval: 50 })

    const roles = `select rolname, rolsuper, rolbypassrls from pg_roles where rolname like 'holdfast\\_%' order by 1`
    const [is, was] = await Promise.all([
      query(ownerUrl, roles),
      query(ownerUrl, 'select rolsuper from pg_roles where rolname = current_user'),
    ])
    const without = { rolsuper: false, rolbypassrls: false }
    expect(is).toEqual([
      { rolname: 'holdfast_app', ...without },
      { rolname: 'holdfast_provider', ...without },
    ])
    expect(was).toEqual([{ rolsuper: false }])
  })

  it('gets an explanation of one line if it may not create roles', async () => {
    const url = await ownDatabase(cluster.url, 'lacking', 'nocreaterole')
    await query(cluster.url, 'alter role holdfast_app rename to elsewhere')
    onTestFinished(async () => void (await query(cluster.url, 'alter role elsewhere rename to holdfast_app')))
    const ended = await runToEnd(['serve'], { HOLDFAST_HOME: path.join(folder, 'lacking'), DATABASE_URL: url })
    expect(ended).toEqual({
      code: 1,
      output: expect.stringMatching(/^DATABASE_URL: its user lacks a right \(.+\)[^\n]+\n$/),
    })
  })
})
