import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { digestOf } from '../../scripts/digest.mjs'
import { inheritedEnvironment } from './inherited-environment.ts'
import { runProduct } from './run-product.ts'

const run = promisify(execFile)

/** Everything that decides what is in a filled home. */
const sources = ['apps/demo', 'apps/fleet', 'apps/server/src', 'packages', 'media', 'package-lock.json']
const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/holdfast')
const prefix = 'filled-home-'
/** Far more than filling takes, even on a busy machine. */
const maxFillMs = 30 * 60_000
/** Another process may still copy a home that was used within this time. */
const inUseMs = 10 * 60_000

/**
 * The folder of a stopped product with the demonstration and its whole history, made once for each version of the code that
 * fills it. The history ends when it is made, so each day (UTC) has its own.
 */
export const filledHome = async (): Promise<string> => {
  const day = new Date().toISOString().slice(0, 10)
  const filled = path.join(cache, `${prefix}${digestOf(sources).slice(0, 16)}-${day}`)
  if (!existsSync(filled)) await fill(filled)
  const now = new Date()
  utimesSync(filled, now, now)
  removeOthers(filled)
  return filled
}

/** Copies the filled home to an empty folder that PostgreSQL's account can reach. A product can start on it at any port. */
export const copyFilledHome = async (target: string): Promise<void> => {
  await copy(await filledHome(), target)
  const record = path.join(target, 'postgres.json')
  const location = JSON.parse(readFileSync(record, 'utf8')) as { folder: string }
  writeFileSync(record, JSON.stringify({ ...location, folder: path.join(realpathSync(target), 'postgres') }))
}

/** Keeps owners, because PostgreSQL may run as an account of its own. */
const copy = (from: string, to: string) => run('cp', ['-a', `${from}/.`, to])

/** Fills a home elsewhere first, so that `filled` exists completely or not at all. */
const fill = async (filled: string): Promise<void> => {
  const home = mkdtempSync(path.join(tmpdir(), 'holdfast-filled-'))
  chmodSync(home, 0o711) // PostgreSQL may run as another user, which has to reach its folder
  try {
    await runUntilFilled(home)
    mkdirSync(cache, { recursive: true })
    const copied = mkdtempSync(path.join(cache, 'unfinished-'))
    await copy(home, copied)
    keep(copied, filled)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Another process may have filled one meanwhile, which is as good. */
const keep = (copied: string, filled: string): void => {
  try {
    renameSync(copied, filled)
  } catch (error) {
    if (!existsSync(filled)) throw error
    rmSync(copied, { recursive: true })
  }
}

const runUntilFilled = async (home: string): Promise<void> => {
  const product = await runProduct(home, { ...inheritedEnvironment(), HOLDFAST_SIMULATED_HANDSETS: 'false' })
  try {
    const log = path.join(home, 'log/history.log')
    await until(() => existsSync(log) && readFileSync(log, 'utf8').includes('The history is complete.'))
    await withDatabase(home, (database) => until(() => hasNoJobs(database)))
  } finally {
    await product.stop()
  }
  for (const name of ['log', 'cache']) rmSync(path.join(home, name), { recursive: true, force: true })
}

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + maxFillMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('The demonstration was not filled')
    await pause(500)
  }
}

const withDatabase = async (home: string, use: (database: pg.Client) => Promise<void>): Promise<void> => {
  const { folder, password } = JSON.parse(readFileSync(path.join(home, 'postgres.json'), 'utf8'))
  const client = new pg.Client({ host: path.join(folder, 'run'), user: 'holdfast', database: 'holdfast', password })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

/** Whether the worker has done everything that is due. */
const hasNoJobs = async (database: pg.Client): Promise<boolean> => {
  const { rows } = await database.query('select from graphile_worker.jobs where run_at <= now()')
  return rows.length === 0
}

const removeOthers = (filled: string): void => {
  for (const name of readdirSync(cache).filter((each) => each.startsWith(prefix) || each.startsWith('unfinished-'))) {
    const folder = path.join(cache, name)
    const isUnused = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) > inUseMs
    if (folder !== filled && isUnused) rmSync(folder, { recursive: true, force: true })
  }
}
