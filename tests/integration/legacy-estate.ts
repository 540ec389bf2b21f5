import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFolder } from '../../apps/server/src/modules/migrations/index.ts'
import { AccountWithExports } from '../../apps/server/test/account-with-exports.ts'
import { faultsOfAccount } from '../setup/consistency.ts'
import {
  type EstateSize,
  type EstateTally,
  repeatedCodes,
  writeEstate,
  writeRecorders,
} from '../setup/legacy-estate.ts'
import { testSeed } from '../setup/seed.ts'
import { longTestTimeoutMs } from '../setup/time-limits.ts'

const client = 'northwind'
const mebibyte = 1024 ** 2
/** Memory of heap and buffers, including garbage, while a run reads. */
const mostGrowth = 250 * mebibyte

/** Generates the estate of a legacy platform, migrates it twice, and compares what arrived with what the generator counted. */
export const migrateEstate = (size: EstateSize, timeout = longTestTimeoutMs): void => {
  describe(`an estate of ${size.users} people and ${size.rows} rows (HOLDFAST_TEST_SEED=${testSeed})`, () => {
    let exports: AccountWithExports
    let home: string
    const recordings = new Map<string, number>()
    beforeAll(async () => {
      home = await mkdtemp(path.join(tmpdir(), 'holdfast-estate-'))
      exports = await AccountWithExports.open()
    })
    afterAll(async () => {
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
      await measured('imported', rowsOf(tally), () => exports.work(migration_id, AbortSignal.timeout(timeout)))
      const { ended, codes } = await exports.ended(migration_id)
      expect(codes).toEqual(tally.codes)
      expect(ended.statistics).toMatchObject({ rows: rowsOf(tally), bytes: tally.bytes, repairs: tally.repairs })
      const again = await exports.start(folder, { source: 'estate' })
      await measured('repeated', rowsOf(tally), () => exports.work(again, AbortSignal.timeout(timeout)))
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

    it('leaves tables, counters and objects that agree', { timeout }, async () => {
      const { database, objects } = exports.account.server.api.platform
      const faults = await faultsOfAccount({ client, database, objects })
      // Uploaded exports stay.
      expect(faults.filter((fault) => !fault.startsWith('objects: migrations/')).slice(0, 20)).toEqual([])
    })
  })
}

const rowsOf = ({ codes }: EstateTally): number => Object.values(codes).reduce((sum, rows) => sum + rows, 0)

const usedMemory = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Runs and prints how quick it was; memory must not grow with the rows. */
const measured = async (did: string, rows: number, run: () => Promise<void>): Promise<void> => {
  const before = usedMemory()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, usedMemory())
  }, 250)
  const from = performance.now()
  const cpu = process.cpuUsage()
  try {
    await run()
  } finally {
    clearInterval(sampling)
  }
  const seconds = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(cpu)
  process.stdout.write(
    `${rows} rows ${did} in ${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows/s, ${((user + system) / 1e6).toFixed(1)} s of a processor), memory ${((most - before) / mebibyte).toFixed(0)} MiB more\n`,
  )
  expect(most - before).toBeLessThan(mostGrowth)
}
