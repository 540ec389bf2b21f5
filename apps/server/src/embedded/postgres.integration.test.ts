import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-postgres-'))
chmodSync(folder, 0o711)
/** The path must not change, because postgres.json contains it. */
const home = path.join(folder, 'home')
/**
 * A home with a finished set-up. Tests of later starts copy it, because the first start takes a second of processor
 * time.
 */
const startedOnce = path.join(folder, 'started-once')
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])
const started: EmbeddedPostgres[] = []

beforeEach(() => mkdirSync(home, { mode: 0o711 }))
afterEach(async () => {
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()))
  rmSync(home, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = async (): Promise<EmbeddedPostgres> => {
  const postgres = await startPostgres({ home, log: () => {} })
  started.push(postgres)
  return postgres
}

/** Starts PostgreSQL in a copy of the home with a finished set-up. */
const startAgain = async (): Promise<EmbeddedPostgres> => {
  if (!existsSync(startedOnce)) {
    await (await startPostgres({ home, log: () => {} })).stop()
    await copy(home, startedOnce)
  }
  rmSync(home, { recursive: true })
  await copy(startedOnce, home)
  return start()
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const postmaster = () => Number.parseInt(readFileSync(path.join(home, 'postgres/data/postmaster.pid'), 'utf8'), 10)
const notes = (url: string) => query<{ note: string }>(url, 'select note from notes order by note')

test('starts with checksums, durable commits, byte order, UTC, and no network', async () => {
  const { url } = await start()
  const rows = await query<{ name: string; setting: string }>(url, 'select name, setting from pg_settings')
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toMatchObject({
    data_checksums: 'on',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
    listen_addresses: '',
  })
  const [{ collation }] = (await query(
    url,
    'select datcollate as collation from pg_database where datname = current_database()',
  )) as [{ collation: string }]
  expect(collation).toBe('C.UTF-8')
})

test('keeps its password private and admits nobody without it', async () => {
  const { url } = await startAgain()
  expect(statSync(path.join(home, 'postgres.json')).mode & 0o777).toBe(0o600)
  const guess = new URL(url)
  guess.password = 'guess'
  await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('has its rows again after a stop', async () => {
  const first = await startAgain()
  await query(first.url, "create table notes (note text); insert into notes values ('kept')")
  await first.stop()
  expect(await first.ended).toBe('ended with code 0')
  const second = await start()
  expect(await notes(second.url)).toEqual([{ note: 'kept' }])
})

test('recovers after SIGKILL of PostgreSQL with every committed row and no uncommitted one', async () => {
  const first = await startAgain()
  await query(first.url, "create table notes (note text); insert into notes values ('acknowledged')")
  const open = new pg.Client({ connectionString: first.url })
  await open.connect()
  open.on('error', () => {}) // this test ends the connection
  const broken = new Promise((resolve) => open.once('end', () => resolve(undefined)))
  await open.query("begin; insert into notes values ('open')")
  process.kill(postmaster(), 'SIGKILL')
  expect(await first.ended).toBe('ended by SIGKILL')
  await broken
  const second = await start()
  expect(await notes(second.url)).toEqual([{ note: 'acknowledged' }])
})

test('ends by itself after SIGKILL of its supervisor, at the latest when the next one starts', async () => {
  const supervisor = fork(path.join(import.meta.dirname, '../../test/postgres-supervisor.ts'), [home])
  const [url] = (await once(supervisor, 'message')) as [string]
  await query(url, "create table notes (note text); insert into notes values ('acknowledged')")
  supervisor.kill('SIGKILL')
  await once(supervisor, 'exit')
  const { url: next } = await start()
  expect(await notes(next)).toEqual([{ note: 'acknowledged' }])
})

test('takes over from a PostgreSQL whose watcher was killed as well', async () => {
  const first = await startAgain()
  await query(first.url, "create table notes (note text); insert into notes values ('acknowledged')")
  const second = await start()
  expect(await first.ended).toBe('ended with code 0')
  expect(await notes(second.url)).toEqual([{ note: 'acknowledged' }])
})

test('ignores a stale file with the process id of another program', async () => {
  const first = await startAgain()
  await first.stop()
  const file = path.join(home, 'postgres/data/postmaster.pid')
  const stale = `${process.pid}\n${path.join(home, 'postgres/data')}\n1\n5432\n\n\n\n`
  writeFileSync(file, stale)
  writeFileSync(path.join(home, 'postgres/run/.s.PGSQL.5432.lock'), stale)
  const { url } = await start()
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('repeats a set-up that was interrupted', async () => {
  const record = path.join(home, 'postgres.json')
  writeFileSync(record, JSON.stringify({ folder: path.join(home, 'postgres'), password: 'x', is_set_up: false }))
  await start()
  expect(existsSync(path.join(home, 'postgres/data/PG_VERSION'))).toBe(true)
  expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({ is_set_up: true })
})

test.each([
  ['of this version', (record: object) => record],
  ['of a version that did not record that', ({ is_set_up: _, ...record }: { is_set_up?: boolean }) => record],
])('does not set up a database again whose data are missing, when it was set up %s', async (_what, as) => {
  const first = await startAgain()
  await first.stop()
  const record = path.join(home, 'postgres.json')
  writeFileSync(record, JSON.stringify(as(JSON.parse(readFileSync(record, 'utf8')))))
  rmSync(path.join(home, 'postgres/data/PG_VERSION'))
  await expect(startPostgres({ home, log: () => {} })).rejects.toThrow(/^The embedded PostgreSQL did not start: .*\.$/)
  rmSync(path.join(home, 'postgres/data'), { recursive: true })
  const gone = `The database in ${home}/postgres/data is missing: restore it from a backup, or correct HOLDFAST_HOME.`
  await expect(startPostgres({ home, log: () => {} })).rejects.toThrow(gone)
  expect(existsSync(path.join(home, 'postgres/data'))).toBe(false)
})

test('ends with one line that says what to restore when its record is missing', async () => {
  const first = await startAgain()
  await first.stop()
  rmSync(path.join(home, 'postgres.json'))
  await expect(startPostgres({ home, log: () => {} })).rejects.toThrow(
    /postgres.json is missing.*: restore it from a backup/,
  )
})

test('uses another folder for its socket when the path is too long', async () => {
  const deep = path.join(home, 'a-folder-with-a-long-name-'.repeat(4), 'and a space')
  const postgres = await startPostgres({ home: deep, log: () => {} })
  started.push(postgres)
  const { url } = postgres
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})
