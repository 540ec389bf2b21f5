import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../apps/fleet/src/seeded-random.ts'
import { startWorker, type Worker } from '../../apps/server/src/worker.ts'
import { AccountWithHandsets } from '../../apps/server/test/account-with-handsets.ts'
import { deleteOrphanedParts } from '../../apps/server/test/store-sweeps.ts'
import { type AccountStores, faultsOfAccount, faultsOfPayload } from '../setup/consistency.ts'
import { freePort } from '../setup/loopback.ts'
import { testSeed } from '../setup/seed.ts'
import { longTestTimeoutMs, lookIntervalMs, waitTimeoutMs } from '../setup/time-limits.ts'
import { callsOnTrail, lostAcknowledgements } from './acknowledged.ts'
import { DeliveringHandset } from './delivering-handset.ts'
import { JobQueue } from './job-queue.ts'
import { type ChosenStep, chooseSteps, type KilledPart, startKilledPart } from './killed-part.ts'
import { runConcurrently } from './run-concurrently.ts'

/**
 * An api is killed while a handset delivers; another one with the same database and objects takes over. The handset
 * delivers four recordings: sent with their registration, in one part, in several, and one without bytes.
 * @param others how many of the steps that leave nothing new behind are tested beside all that do
 */
export const killAtStepsOfIngest = (others: number): void => {
  describe(`an api that is killed at a step of ingest (HOLDFAST_TEST_SEED=${testSeed})`, () => {
    let account: AccountWithHandsets
    let stores: AccountStores
    let worker: Worker
    let queue: JobQueue
    beforeAll(async () => {
      account = await AccountWithHandsets.open()
      const { platform } = account.server.api
      stores = { client: account.client, database: platform.database, objects: platform.objects }
      worker = await startWorker(account.server.settings)
      queue = new JobQueue(account.server.settings.databaseUrl)
    })
    afterAll(async () => {
      await queue.close()
      await worker.stop()
      await account.close()
    })

    const startApi = async (killAt: number): Promise<{ api: KilledPart; origin: string }> => {
      const port = await freePort()
      const { settings, origin } = account.server
      const api = startKilledPart('api', killAt, {
        HOLDFAST_HOME: settings.home,
        HOLDFAST_ORIGIN: origin,
        HOLDFAST_PORT: String(port),
        HOLDFAST_LOG_LEVEL: 'fatal',
        KEYS_URL: settings.keysUrl,
        OBJECTS_URL: settings.objectsUrl,
        DATABASE_URL: settings.databaseUrl,
      })
      await api.ready
      return { api, origin: `http://127.0.0.1:${port}` }
    }

    let handsets = 0
    const newHandset = async (): Promise<DeliveringHandset> => {
      handsets += 1
      const handset = new DeliveringHandset({
        origin: account.server.origin,
        client: account.client,
        enrolment_secret: account.enrolment_secret,
        device_user_reference: 'ana.reis',
        device_reference: `STEP${handsets}`,
      })
      await handset.record()
      return handset
    }

    /** Lets the handset deliver until everything is processed. */
    const deliverAll = (handset: DeliveringHandset): Promise<void> =>
      vi.waitFor(
        async () => {
          await queue.makeJobsDue()
          expect(await handset.sync()).toBe(0)
        },
        { timeout: waitTimeoutMs, interval: lookIntervalMs },
      )

    const expectRecovery = async ({ number }: ChosenStep): Promise<void> => {
      const handset = await newHandset()
      const { api, origin } = await startApi(number)
      try {
        handset.preferred = origin
        await handset.sync()
        expect(await lostAcknowledgements(stores, handset.acknowledged)).toEqual([])
      } finally {
        await api.kill()
      }
      if (number % 2 === 0) handset.restart()
      await deliverAll(handset)
      expect(await lostAcknowledgements(stores, handset.acknowledged)).toEqual([])
      expect(await callsOnTrail(stores, handset.device_reference)).toBeGreaterThanOrEqual(handset.answered)
      for (const reference of handset.recorded.keys()) {
        expect(await faultsOfPayload(stores, reference)).toEqual([])
        await queue.untilDone(reference)
      }
    }

    let steps: ChosenStep[]
    it('passes through a number of steps', async () => {
      const handset = await newHandset()
      const { api, origin } = await startApi(0)
      handset.preferred = origin
      await deliverAll(handset)
      steps = chooseSteps(await api.kill(), others, seededRandom(String(testSeed)).next)
      expect(steps.length).toBeGreaterThan(20)
    })

    it('loses nothing that it acknowledged, and does nothing twice', { timeout: longTestTimeoutMs }, async () => {
      const nameOf = ({ number, name }: ChosenStep) => `killed at step ${number}, after "${name.slice(0, 80)}"`
      expect(await runConcurrently(steps, 2, nameOf, expectRecovery)).toEqual([])
    })

    it('leaves tables, counters and objects that agree', async () => {
      await deleteOrphanedParts({ platform: account.server.api.platform, client: stores.client })
      expect(await faultsOfAccount(stores)).toEqual([])
    })
  })
}
