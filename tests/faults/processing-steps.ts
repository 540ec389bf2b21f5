import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../apps/fleet/src/seeded-random.ts'
import { completeUploadJob } from '../../apps/server/src/modules/uploads/complete-upload-job.ts'
import { partObjectKey } from '../../apps/server/src/modules/uploads/object-keys.ts'
import { insertPart } from '../../apps/server/src/modules/uploads/upload-parts.ts'
import { startWorker } from '../../apps/server/src/worker.ts'
import { DeviceServer, type Recording, type TestDevice } from '../../apps/server/test/device-server.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { deleteOrphanedParts } from '../../apps/server/test/store-sweeps.ts'
import { type AccountStores, faultsOfAccount, faultsOfPayload } from '../setup/consistency.ts'
import { testSeed } from '../setup/seed.ts'
import { longTestTimeoutMs, lookIntervalMs, waitTimeoutMs } from '../setup/time-limits.ts'
import { JobQueue } from './job-queue.ts'
import { type ChosenStep, chooseSteps, type KilledPart, startKilledPart } from './killed-part.ts'
import { runConcurrently } from './run-concurrently.ts'

const concurrency = 2

/** An installation in which one worker runs at a time. */
interface TestInstallation {
  server: DeviceServer
  device: TestDevice
  stores: AccountStores
  queue: JobQueue
}

/**
 * A worker is killed while it completes and processes recordings. The next one continues at once, without waiting until
 * the locks of the dead one expire. It finds one upload that arrived whole, two whose api was killed before it joined the
 * parts, one for the object store and one for the table, and a batch of messages.
 * @param others how many of the steps that leave nothing new behind are tested beside all that do
 */
export const killAtStepsOfProcessing = (others: number): void => {
  describe(`a worker that is killed at a step of its pass (HOLDFAST_TEST_SEED=${testSeed})`, () => {
    let installations: TestInstallation[]
    beforeAll(async () => {
      installations = await Promise.all(Array.from({ length: concurrency }, openInstallation))
    })
    afterAll(async () => {
      for (const { server, queue } of installations) {
        await queue.close()
        await server.stop()
      }
    })

    const openInstallation = async (): Promise<TestInstallation> => {
      const server = await DeviceServer.start()
      const { database, objects } = server.platform
      return {
        server,
        device: await server.addDevice('DEVICE-1'),
        stores: { client: server.client, database, objects },
        queue: new JobQueue(server.databaseUrl),
      }
    }

    const startKilledWorker = ({ server }: TestInstallation, killAt: number): KilledPart => {
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

    const upload = async ({ server, device }: TestInstallation): Promise<string> => {
      const { registration, sealed } = await server.record(device, wav(2))
      await device.register(registration)
      await device.upload(registration.payload_reference, 0, sealed)
      return registration.payload_reference
    }

    /**
     * Uploads all parts of a recording, as an api would that is killed before it joins them. Nothing is decoded of it: one
     * recording of each pass is enough for that.
     */
    const uploadWithoutJoining = async ({ server, device }: TestInstallation, seconds: number): Promise<string> => {
      const recording = await server.record(device, wav(seconds), { payload_type: 'Diagnostics' })
      const { payload_reference } = recording.registration
      await device.register(recording.registration)
      const half = recording.sealed.length >> 1
      await device.upload(payload_reference, 0, recording.sealed.subarray(0, half))
      await recordLastPart(server, recording, half)
      return payload_reference
    }

    const sendMessages = async ({ server, device }: TestInstallation): Promise<string[]> => {
      const messages = await Promise.all(
        ['One', 'Two', 'Three'].map((text) =>
          server.record(device, Buffer.from(JSON.stringify({ text })), { payload_type: 'SMS' }),
        ),
      )
      const items = messages.map(({ registration, sealed }) => ({
        ...registration,
        content: Buffer.from(sealed).toString('base64'),
      }))
      await device.register(...items)
      return items.map(({ payload_reference }) => payload_reference)
    }

    const deliver = async (installation: TestInstallation): Promise<string[]> => [
      await upload(installation),
      await uploadWithoutJoining(installation, 2),
      await uploadWithoutJoining(installation, 1),
      ...(await sendMessages(installation)),
    ]

    const expectRecovery = async ({ number }: ChosenStep, index: number): Promise<void> => {
      const installation = installations[index]
      if (!installation) throw new Error(`There is no installation ${index}`)
      const references = await deliver(installation)
      const worker = startKilledWorker(installation, number)
      await vi.waitUntil(async () => worker.hasExited() || (await areProcessed(installation, references)), {
        timeout: waitTimeoutMs,
        interval: lookIntervalMs,
      })
      await worker.kill()
      const next = await startWorker({
        ...installation.server.platform.settings,
        databaseUrl: installation.server.databaseUrl,
      })
      try {
        await vi.waitFor(async () => expect(await areProcessed(installation, references)).toBe(true), {
          timeout: waitTimeoutMs,
          interval: lookIntervalMs,
        })
        for (const reference of references) {
          expect(await faultsOfPayload(installation.stores, reference)).toEqual([])
          await installation.queue.untilDone(reference)
        }
      } finally {
        await next.stop()
      }
    }

    let steps: ChosenStep[]
    it('passes through a number of steps', async () => {
      const [installation] = installations
      if (!installation) throw new Error('There is no installation')
      const references = await deliver(installation)
      const worker = startKilledWorker(installation, 0)
      await vi.waitFor(async () => expect(await areProcessed(installation, references)).toBe(true), {
        timeout: waitTimeoutMs,
        interval: lookIntervalMs,
      })
      steps = chooseSteps(await worker.kill(), others, seededRandom(String(testSeed)).next)
      expect(steps.length).toBeGreaterThan(12)
    })

    it('leaves recordings that the next worker processes, once', { timeout: longTestTimeoutMs }, async () => {
      const nameOf = ({ number, name }: ChosenStep) => `killed at step ${number}, after "${name.slice(0, 80)}"`
      expect(await runConcurrently(steps, concurrency, nameOf, expectRecovery)).toEqual([])
    })

    it('leaves tables, counters and objects that agree', async () => {
      for (const { server, stores } of installations) {
        await deleteOrphanedParts(server)
        expect(await faultsOfAccount(stores)).toEqual([])
      }
    })
  })
}

const areProcessed = async ({ device, queue }: TestInstallation, references: readonly string[]): Promise<boolean> => {
  await queue.makeJobsDue()
  return (await device.statuses(...references)).every((status) => status === 'processed')
}

const recordLastPart = async (
  { client, platform }: DeviceServer,
  { registration, sealed }: Recording,
  from: number,
) => {
  const { payload_reference } = registration
  const part = sealed.subarray(from)
  const sha256 = createHash('sha256').update(part).digest('hex')
  const object_key = partObjectKey(client, payload_reference, from, sha256)
  const content = async function* () {
    yield part
  }
  await platform.objects.put(object_key, content())
  await platform.database.transaction(client, async (tx) => {
    await insertPart(tx, payload_reference, { start_offset: from, bytes: part.length, sha256, object_key })
    await tx.enqueue(completeUploadJob, { client, payload_reference })
  })
}
