import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFolder } from '../../apps/server/src/modules/migrations/index.ts'
import { AccountWithExports } from '../../apps/server/test/account-with-exports.ts'
import { processorMilliseconds } from '../../bench/setup/processor-time.ts'
import { faultsOfAccount } from '../setup/consistency.ts'
import {
  type EstateSize,
  type EstateTally,
  repeatedCodes,
  writeEstate,
  writeRecorders,
} from '../setup/legacy-estate.ts'
import { memoryGrowth } from '../setup/memory-growth.ts'
import { ownerPool } from '../setup/owner-pool.ts'
import { testSeed } from '../setup/seed.ts'
import { longTestTimeoutMs } from '../setup/time-limits.ts'

const client = 'northwind'
const mebibyte = 1024 ** 2
/** Memory of heap and buffers, without garbage, while a run reads. */
const mostGrowth = 100 * mebibyte

/** Generates the estate of a legacy platform, migrates it twice, and compares what arrived with what the generator counted. */
export const migrateEstate = (size: EstateSize, { timeout = longTestTimeoutMs, beside = false } = {}): void => {
  describe(`an estate of ${size.users} people and ${size.rows} rows (HOLDFAST_TEST_SEED=${testSeed})`, () => {
    let exports: AccountWithExports
    let home: string
    let owner: pg.Pool
    const recordings = new Map<string, number>()
    beforeAll(async () => {
      home = await mkdtemp(path.join(tmpdir(), 'holdfast-estate-'))
      exports = await AccountWithExports.open()
      owner = ownerPool(exports.account.server.settings.databaseUrl)
    })
    afterAll(async () => {
      await owner?.end()
      await exports?.close()
      await rm(home, { recursive: true, force: true })
    })

    const migrateTwice = async (
      folder: string,
      write: (folder: string, size: EstateSize, seed: number) => Promise<EstateTally>,
    ): Promise<void> => {
      const from = path.join(home, folder)
      const tally = await write(from, size, testSeed)
      for (const [key, count] of tally.recordings) recordings.set(key, (recordings.get(key) ?? 0) + count)
      const run = { client, folder, source: 'estate', time_zone: 'Europe/Lisbon', is_dry_run: false }
      const { migration_id } = await importFolder(exports.account.server.api.platform, { ...run, from })
      await measured('imported', rowsOf(tally), owner, () => exports.work(migration_id, AbortSignal.timeout(timeout)))
      await exports.signInAgain()
      const { ended, codes } = await exports.ended(migration_id)
      expect(codes).toEqual(tally.codes)
      expect(ended.statistics).toMatchObject({ rows: rowsOf(tally), bytes: tally.bytes, repairs: tally.repairs })
      const again = await exports.start(folder, { source: 'estate' })
      await measured('repeated', rowsOf(tally), owner, () => exports.work(again, AbortSignal.timeout(timeout)))
      await exports.signInAgain()
      const repeated = await exports.ended(again)
      expect(repeated.codes).toEqual(repeatedCodes(tally.codes))
      expect(repeated.ended.statistics.bytes).toBe(0)
    }

    it('migrates its tables and backups, and changes nothing when it is repeated', { timeout }, () =>
      migrateTwice('tables', writeEstate),
    )

    it('migrates what recorders named', { timeout }, () => migrateTwice('recorders', writeRecorders))

    it('has the recordings of each person, type and month that the generator counted', { timeout }, async () => {
      const { rows } = await exports.account.read(({ db }) =>
        sql<{ key: string; count: number }>`
          select device_user_reference || ' ' || payload_type || ' ' ||
            to_char(payload_time at time zone 'UTC', 'YYYY-MM') as key, count(*)::integer as count
          from payloads where client = ${client} and is_legacy group by 1`.execute(db),
      )
      const found = new Map(rows.map(({ key, count }) => [key, count]))
      const keys = [...new Set([...found.keys(), ...recordings.keys()])]
      expect(keys.filter((key) => found.get(key) !== recordings.get(key)).slice(0, 20)).toEqual([])
    })

    if (beside) it('is measured beside bare `COPY` and insert', { timeout }, () => loadBare(owner))

    it('leaves tables, counters and objects that agree', { timeout }, async () => {
      const { database, objects } = exports.account.server.api.platform
      const faults = await faultsOfAccount({ client, database, objects })
      // Uploaded exports stay.
      expect(faults.filter((fault) => !fault.startsWith('objects: migrations/')).slice(0, 20)).toEqual([])
    })
  })
}

const rowsOf = ({ codes }: EstateTally): number => Object.values(codes).reduce((sum, rows) => sum + rows, 0)

/** Runs and prints what it cost; memory must not grow with the rows. */
const measured = async (did: string, rows: number, owner: pg.Pool, run: () => Promise<unknown>): Promise<void> => {
  const postgres = await postgresProcess(owner)
  const from = performance.now()
  const [cpu, ofPostgres] = [process.cpuUsage(), processorMilliseconds([postgres])]
  const growth = await memoryGrowth(run)
  const seconds = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const processor = ((user + system) / 1e6).toFixed(1)
  const database = ((processorMilliseconds([postgres]) - ofPostgres) / 1000).toFixed(1)
  process.stdout.write(
    `${rows} rows ${did} in ${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows/s; processor: ${processor} s, PostgreSQL ${database} s), memory ${(growth / mebibyte).toFixed(0)} MiB more\n`,
  )
  expect(growth).toBeLessThan(mostGrowth)
}

const postgresProcess = async (owner: pg.Pool): Promise<number> => {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const status = await readFile(`/proc/${rows[0]?.pid}/status`, 'utf8').catch(() => '')
  return Number(/PPid:\s+(\d+)/.exec(status)?.[1])
}

/** Loads the same rows of recordings into a table with the same indexes: `COPY`, and `insert` that updates what is there. */
const loadBare = async (owner: pg.Pool): Promise<void> => {
  const connection = await owner.connect()
  try {
    const { rows } = await connection.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
        where table_schema = 'app' and table_name = 'payloads' and is_generated = 'NEVER'`,
    )
    const columns = rows[0]?.columns
    const { rows: places } = await connection.query<{ place: string }>(
      `select current_setting('data_directory') || '/bare.csv' as place`,
    )
    const file = `'${places[0]?.place}'`
    await connection.query(`copy (select ${columns} from app.payloads where is_legacy) to ${file} (format csv)`)
    await connection.query('create table app.bare_payloads (like app.payloads including all)')
    const count = await connection.query<{ count: number }>('select count(*)::integer as count from app.payloads')
    await measured('loaded bare', count.rows[0]?.count ?? 0, owner, async () => {
      await connection.query('create temp table stage (like app.payloads including generated)')
      await connection.query(`copy stage (${columns}) from ${file} (format csv)`)
      await connection.query(
        `insert into app.bare_payloads (${columns}) select ${columns} from stage
          on conflict (client, payload_reference) do update set meta = excluded.meta, numbers = excluded.numbers`,
      )
    })
    await connection.query('drop table app.bare_payloads')
  } finally {
    connection.release()
  }
}
