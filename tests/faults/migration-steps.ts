import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../apps/fleet/src/seeded-random.ts'
import { startWorker } from '../../apps/server/src/worker.ts'
import { AccountWithExports } from '../../apps/server/test/account-with-exports.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { deleteOrphanedParts } from '../../apps/server/test/store-sweeps.ts'
import { faultsOfAccount } from '../setup/consistency.ts'
import { testSeed } from '../setup/seed.ts'
import { longTestTimeoutMs, lookIntervalMs, waitTimeoutMs } from '../setup/time-limits.ts'
import { JobQueue } from './job-queue.ts'
import { type KilledPart, startKilledPart } from './killed-part.ts'

const client = 'northwind'
const rows = 800
/** Each hundredth row has sound, each fourth of these too much of it for the table. */
const sounds = rows / 100
const soundOf = (sound: number): Buffer => wav(sound % 4 === 0 ? 20 : 1)

const exportFiles = (): Record<string, string | Uint8Array> => {
  const calls = Array.from({ length: rows }, (_, row) => {
    const time = new Date(Date.UTC(2023, 0, 1) + row * 60_000).toISOString()
    return `call-${row},Call,${time},OLD-1,I,+35196200${String(row).padStart(4, '0')},${row % 100 === 0 ? `media/${row / 100}.wav` : ''}`
  })
  return {
    'users.csv':
      'device_user_reference,group,services,email,first_name,surname\nrui.melo,London,calls,rui@example.com,Rui,Melo\n',
    'devices.csv': 'device_reference,device_user_reference,model\nOLD-1,rui.melo,Galaxy S8\n',
    'payloads.csv': `reference,payload_type,payload_time,device_reference,direction,numbers,content_file\n${calls.join('\n')}\n`,
    ...Object.fromEntries(Array.from({ length: sounds }, (_, sound) => [`media/${sound}.wav`, soundOf(sound)])),
  }
}

/**
 * A worker is killed while it migrates an export with media. The next one goes on, and the end is that of a run that nobody
 * disturbed: the same codes and recordings, each imported and processed once.
 * @param kills how many runs are killed, each at a step of its own
 */
export const killAtStepsOfMigration = (kills: number): void => {
  describe(`a worker that is killed while it migrates (HOLDFAST_TEST_SEED=${testSeed})`, () => {
    let exports: AccountWithExports
    let queue: JobQueue
    let folder: string
    beforeAll(async () => {
      exports = await AccountWithExports.open()
      queue = new JobQueue(exports.account.server.settings.databaseUrl)
      folder = await exports.put(exportFiles())
      // People and devices are there already, so that all runs end with the same codes.
      const { codes } = await exports.run(folder, { source: 'first' })
      expect(codes).toMatchObject({ UserCreatedOnboarded: 1, DeviceCreatedActivated: 1, PayloadCreated: sounds })
    })
    afterAll(async () => {
      await queue?.close()
      await exports?.close()
    })

    const startKilledWorker = (killAt: number): KilledPart => {
      const { settings } = exports.account.server
      return startKilledPart('worker', killAt, {
        HOLDFAST_HOME: settings.home,
        HOLDFAST_LOG_LEVEL: 'fatal',
        KEYS_URL: settings.keysUrl,
        OBJECTS_URL: settings.objectsUrl,
        DATABASE_URL: settings.databaseUrl,
      })
    }

    const hasEnded = async (migration_id: string): Promise<boolean> => {
      await queue.makeJobsDue()
      return (await exports.ended(migration_id)).ended.migration_state !== 'Pending'
    }

    /** Recordings of a source with all that is known of them but their references, and how often each was imported and processed. */
    const recordingsOf = async (source: string): Promise<unknown[]> => {
      const found = await exports.account.read(({ db }) =>
        sql`select p.payload_time, p.payload_type, p.payload_state, p.device_user_reference, p.device_reference, p."group",
              p.numbers, p.meta - 'thread_id' as meta, first.legacy ->> 'content_sha256' as content_sha256,
              (select array_agg(e.event order by e.event_id) from custody_events e
                where e.client = ${client} and e.payload_reference = p.payload_reference
                  and e.event not in ('payload.derived', 'payload.derivation_failed')) as custody
            from payloads p
            join (select client, payload_reference, details -> 'legacy' as legacy from custody_events
              where client = ${client} and event = 'payload.imported'
                and details -> 'legacy' ->> 'source' = ${source}) first
              on first.client = p.client and first.payload_reference = p.payload_reference
            where p.client = ${client} order by p.payload_time`.execute(db),
      )
      return found.rows
    }

    const untilProcessed = (source: string): Promise<unknown[]> =>
      vi.waitFor(
        async () => {
          await queue.makeJobsDue()
          const all = (await recordingsOf(source)) as { payload_state: string }[]
          expect(all.filter(({ payload_state }) => payload_state === 'Processed')).toHaveLength(sounds)
          return all
        },
        { timeout: waitTimeoutMs * 2, interval: lookIntervalMs * 5 },
      )

    const codesOf = async (migration_id: string) => {
      const { ended, codes } = await exports.ended(migration_id)
      expect(ended.migration_state).toBe('Migrated')
      return { codes, bytes: ended.statistics.bytes }
    }

    let steps: number[]
    let undisturbed: { recordings: unknown[]; end: Awaited<ReturnType<typeof codesOf>> }
    it('has an end that nobody disturbed', { timeout: longTestTimeoutMs }, async () => {
      const id = await exports.start(folder, { source: 'undisturbed' })
      const worker = startKilledWorker(0)
      await vi.waitUntil(() => hasEnded(id), { timeout: waitTimeoutMs, interval: lookIntervalMs })
      const recordings = await untilProcessed('undisturbed')
      undisturbed = { recordings, end: await codesOf(id) }
      expect(undisturbed.recordings).toHaveLength(rows)
      const taken = await worker.kill()
      const isOfRun = (step: string) => /legacy_migrations/.test(step)
      const [from, until] = [taken.findIndex(isOfRun), taken.findLastIndex(isOfRun)]
      const random = seededRandom(`migration ${testSeed}`)
      steps = Array.from({ length: kills }, () => random.between(from + 1, until + 1))
    })

    it('goes on without doubles after each kill', { timeout: longTestTimeoutMs }, async () => {
      let died = 0
      for (const [index, step] of steps.entries()) {
        const source = `killed-${index}`
        const id = await exports.start(folder, { source })
        const killed = startKilledWorker(step)
        await vi.waitUntil(async () => killed.hasExited() || (await hasEnded(id)), {
          timeout: waitTimeoutMs,
          interval: lookIntervalMs,
        })
        if (killed.hasExited()) died += 1
        await killed.kill()
        const { settings } = exports.account.server
        const next = await startWorker(settings)
        try {
          await vi.waitUntil(() => hasEnded(id), { timeout: waitTimeoutMs, interval: lookIntervalMs })
          const name = `killed at step ${step}`
          expect(await codesOf(id), name).toEqual(undisturbed.end)
          expect(await untilProcessed(source), name).toEqual(undisturbed.recordings)
        } finally {
          await next.stop()
        }
      }
      expect(died).toBeGreaterThan(0)
    })

    it('leaves tables, counters and objects that agree', async () => {
      const { platform } = exports.account.server.api
      const { database, objects } = platform
      await deleteOrphanedParts({ platform, client })
      const faults = await faultsOfAccount({ client, database, objects })
      expect(faults.filter((fault) => !fault.startsWith('objects: migrations/'))).toEqual([])
    })
  })
}
