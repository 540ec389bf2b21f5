import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../apps/fleet/src/seeded-random.ts'
import { processPayload } from '../../apps/server/src/modules/processing/process-payload.ts'
import { beginStoreSweeps } from '../../apps/server/src/modules/store-sweeps/begin-store-sweeps.ts'
import { startWorker } from '../../apps/server/src/worker.ts'
import { DeviceServer, type TestDevice } from '../../apps/server/test/device-server.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { moveSweepTimesBack, sweepStore } from '../../apps/server/test/store-sweeps.ts'
import { testSeed } from '../setup/seed.ts'
import { longTestTimeoutMs, lookIntervalMs, waitTimeoutMs } from '../setup/time-limits.ts'
import { JobQueue } from './job-queue.ts'
import { type ChosenStep, chooseSteps, type KilledPart, startKilledPart } from './killed-part.ts'

/**
 * A worker is killed while it sweeps an account. The next one continues, and each finding is reported once.
 * @param others how many of the steps that leave nothing new behind are tested beside all that do
 */
export const killAtStepsOfSweep = (others: number): void => {
  describe(`a worker that is killed at a step of a sweep (HOLDFAST_TEST_SEED=${testSeed})`, () => {
    let server: DeviceServer
    let device: TestDevice
    let queue: JobQueue
    beforeAll(async () => {
      server = await DeviceServer.start()
      device = await server.addDevice('DEVICE-1')
      queue = new JobQueue(server.databaseUrl)
    })
    afterAll(async () => {
      await queue?.close()
      await server?.stop()
    })

    const startKilledWorker = (killAt: number): KilledPart => {
      const { settings } = server.platform
      return startKilledPart('worker', killAt, {
        HOLDFAST_HOME: settings.home,
        HOLDFAST_LOG_LEVEL: 'fatal',
        HOLDFAST_WORKER_CONCURRENCY: '1',
        KEYS_URL: settings.keysUrl,
        OBJECTS_URL: settings.objectsUrl,
        DATABASE_URL: server.databaseUrl,
      })
    }

    const context = () => ({ platform: server.platform, attempt: 1, signal: new AbortController().signal })

    const processed = async (): Promise<string> => {
      const { registration, sealed } = await server.record(device, wav(2), { payload_type: 'Diagnostics' })
      const { payload_reference } = registration
      await device.register({ ...registration, content: Buffer.from(sealed).toString('base64') })
      await processPayload.handle(context(), { client: server.client, payload_reference })
      return payload_reference
    }

    let count = 0
    /**
     * One recording without its object, one whole recording, an orphaned part that was seen an hour ago; and due sweeps.
     */
    const prepare = async () => {
      const [missing, whole] = [await processed(), await processed()]
      await server.platform.objects.delete((await server.payload(missing)).s3_path ?? '')
      count += 1
      const part = `uploads/${server.client}/${whole}/0-${String(count).padStart(64, '0')}`
      await server.platform.objects.put(part, Buffer.from('part'))
      await sweepStore(server, 'uploads')
      await moveSweepTimesBack(server, 60)
      await server.platform.database.transaction(server.client, (tx) =>
        tx.db.deleteFrom('store_sweeps').where('client', '=', tx.client).execute(),
      )
      await beginStoreSweeps.handle(context(), {})
      return { missing, whole, part }
    }

    const areSwept = async (): Promise<boolean> => {
      await queue.makeJobsDue()
      const rows = await server.platform.database.read(server.client, (tx) =>
        tx.db.selectFrom('store_sweeps').select('completed_at').where('client', '=', tx.client).execute(),
      )
      return rows.length === 4 && rows.every(({ completed_at }) => completed_at !== null)
    }

    const expectFound = async ({ missing, whole, part }: Awaited<ReturnType<typeof prepare>>): Promise<void> => {
      const found = async (reference: string) =>
        (await server.custody(reference)).filter((event) => event === 'payload.damage_found').length
      expect([await found(missing), await found(whole)]).toEqual([1, 0])
      expect(await server.platform.objects.head(part)).toBeNull()
      expect(await server.platform.objects.head((await server.payload(whole)).s3_path ?? '')).not.toBeNull()
    }

    let steps: ChosenStep[]
    it('passes through a number of steps', async () => {
      const prepared = await prepare()
      const worker = startKilledWorker(0)
      await vi.waitFor(async () => expect(await areSwept()).toBe(true), {
        timeout: waitTimeoutMs,
        interval: lookIntervalMs,
      })
      steps = chooseSteps(await worker.kill(), others, seededRandom(String(testSeed)).next)
      expect(steps.length).toBeGreaterThan(5)
      await expectFound(prepared)
    })

    it('leaves a sweep that the next worker completes', { timeout: longTestTimeoutMs }, async () => {
      for (const { number, name } of steps) {
        const prepared = await prepare()
        const worker = startKilledWorker(number)
        await vi.waitUntil(async () => worker.hasExited() || (await areSwept()), {
          timeout: waitTimeoutMs,
          interval: lookIntervalMs,
        })
        await worker.kill()
        const next = await startWorker({ ...server.platform.settings, databaseUrl: server.databaseUrl })
        try {
          await vi.waitFor(async () => expect(await areSwept(), `killed after "${name}"`).toBe(true), {
            timeout: waitTimeoutMs,
            interval: lookIntervalMs,
          })
          await expectFound(prepared)
        } finally {
          await next.stop()
        }
      }
    })
  })
}
