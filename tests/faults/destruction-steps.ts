import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../apps/fleet/src/seeded-random.ts'
import { insertRun } from '../../apps/server/src/modules/retention/index.ts'
import { firstPosition } from '../../apps/server/src/modules/retention-runs/run-parts.ts'
import { startWorker } from '../../apps/server/src/worker.ts'
import { DeviceServer } from '../../apps/server/test/device-server.ts'
import { addRows } from '../setup/rows.ts'
import { testSeed } from '../setup/seed.ts'
import { longTestTimeoutMs, lookIntervalMs, waitTimeoutMs } from '../setup/time-limits.ts'
import { JobQueue } from './job-queue.ts'
import { type ChosenStep, chooseSteps, type KilledPart, startKilledPart } from './killed-part.ts'

const dayMs = 86_400_000

/**
 * A worker is killed while a run of retention destroys recordings. The next one goes on: each recording is destroyed whole or not at all,
 * and in the end all that are due are gone, with their objects, and the one that is held is as before.
 * @param most how many of the steps are tested, chosen at random
 */
export const killAtStepsOfDestruction = (most: number): void => {
  describe(`a worker that is killed at a step of a destruction (HOLDFAST_TEST_SEED=${testSeed})`, () => {
    let server: DeviceServer
    let queue: JobQueue
    beforeAll(async () => {
      server = await DeviceServer.start()
      queue = new JobQueue(server.databaseUrl)
      await server.platform.database.transaction(server.client, async (tx) => {
        await addRows(tx, 'matters', [{ matter_reference: 'Case' }])
        const days = { delete_after_days: 10, destroy_after_days: 20, required_receipts: [], required_transfers: [] }
        const payloads = [{ payload_type: 'Call', retention_timestamp: 'payload_time', ...days }]
        await tx.db
          .insertInto('retention_policies')
          .values({
            ...{ client: tx.client, version: 1, entities: '[]', payloads: JSON.stringify(payloads) },
            ...{ settings: '{"run_share_percent": 100}', is_locked: false, saved_at: tx.now, saved_by: 'test' },
            ...{ effective_at: new Date(tx.now.getTime() - dayMs), needs_second_person: false },
            ...{ freed_recordings: 0, freed_bytes: 0 },
          })
          .execute()
      })
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

    const keyOf = (reference: string) => `recordings/${server.client}/${reference}`

    /** Two recordings that are due, one that is held, and a run. */
    const prepare = async () => {
      const references = [ulid(), ulid(), ulid()]
      const [, , held = ''] = references
      for (const reference of references) await server.platform.objects.put(keyOf(reference), Buffer.from('sealed'))
      await server.platform.database.transaction(server.client, async (tx) => {
        const payload_time = new Date(tx.now.getTime() - 30 * dayMs)
        const made = { device_reference: 'DEVICE-1', group: server.group, payload_time, registered_at: payload_time }
        await addRows(
          tx,
          'payloads',
          references.map((payload_reference) => ({
            ...made,
            payload_reference,
            encrypted_dek: 'wrapped',
            s3_path: keyOf(payload_reference),
          })),
        )
        await addRows(tx, 'legal_holds', [{ matter_reference: 'Case', target_type: 'Payload', target: held }])
        const run = { kind: 'run', policy_version: 1, requested_by: 'test', allowed: 100 } as const
        await insertRun(tx, { ...run, position: firstPosition })
      })
      return { due: references.slice(0, 2), held }
    }

    const rowsOf = (references: readonly string[]) =>
      server.platform.database.read(server.client, ({ db, client }) =>
        db
          .selectFrom('payloads')
          .select(['payload_reference', 'payload_state', 'encrypted_dek', 's3_path'])
          .where('client', '=', client)
          .where('payload_reference', 'in', references)
          .orderBy('payload_reference')
          .execute(),
      )

    const isOver = async (due: readonly string[]): Promise<boolean> => {
      await queue.makeJobsDue()
      const left = await server.platform.database.read(server.client, ({ db, client }) =>
        db
          .selectFrom('retention_runs')
          .select('run_id')
          .where('client', '=', client)
          .where('state', '=', 'Running')
          .execute(),
      )
      const rows = await rowsOf(due)
      const keys = await server.objectKeys('recordings/')
      const areGone = rows.every(({ payload_state }) => payload_state === 'Destroyed')
      return left.length === 0 && areGone && due.every((reference) => !keys.includes(keyOf(reference)))
    }

    const untilOver = (due: readonly string[]) =>
      vi.waitFor(async () => expect(await isOver(due)).toBe(true), { timeout: waitTimeoutMs, interval: lookIntervalMs })

    const expectRecovery = async ({ number }: ChosenStep): Promise<void> => {
      const { due, held } = await prepare()
      const worker = startKilledWorker(number)
      await vi.waitUntil(async () => worker.hasExited() || (await isOver(due)), {
        timeout: waitTimeoutMs,
        interval: lookIntervalMs,
      })
      await worker.kill()
      for (const { payload_state, encrypted_dek, s3_path } of await rowsOf(due)) {
        const isDestroyed = payload_state === 'Destroyed'
        expect([encrypted_dek === null, s3_path === null]).toEqual([isDestroyed, isDestroyed])
      }
      const next = await startWorker({ ...server.platform.settings, databaseUrl: server.databaseUrl })
      try {
        await untilOver(due)
      } finally {
        await next.stop()
      }
      const [kept] = await rowsOf([held])
      expect(kept).toMatchObject({ payload_state: 'Processed', encrypted_dek: 'wrapped' })
      expect(await server.objectKeys('recordings/')).toContain(keyOf(held))
      for (const reference of due) {
        expect((await server.custody(reference)).filter((event) => event === 'payload.destroyed')).toHaveLength(1)
      }
    }

    let steps: ChosenStep[]
    it('passes through a number of steps', { timeout: longTestTimeoutMs }, async () => {
      const { due } = await prepare()
      const worker = startKilledWorker(0)
      await untilOver(due)
      const all = await worker.kill()
      const first = all.findIndex((step) => step.includes('retention_runs'))
      const durable = chooseSteps(all, 0, () => 0).filter(({ number }) => number > first)
      expect(durable.some(({ name }) => name.startsWith('journal:'))).toBe(true)
      const random = seededRandom(String(testSeed)).next
      steps = durable
        .map((step) => ({ step, order: random() }))
        .sort((one, other) => one.order - other.order)
        .slice(0, most)
        .map(({ step }) => step)
    })

    it('leaves recordings that the next worker destroys, once', { timeout: longTestTimeoutMs }, async () => {
      for (const step of steps) {
        await expectRecovery(step).catch((error: unknown) => {
          throw new Error(`killed at step ${step.number}, after "${step.name.slice(0, 80)}"`, { cause: error })
        })
      }
    })
  })
}
