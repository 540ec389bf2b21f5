import pg from 'pg'
import { pino } from 'pino'
import Type from 'typebox'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/setup/database.ts'
import { startQueueWorker } from '../../../test/queue-worker.ts'
import { enqueueJobs } from './enqueue-jobs.ts'
import { Database } from './index.ts'

const job = { name: 'task', payload: Type.Object({}), maxAttempts: 3, key: ({ of }: { of: string }) => of }

it('with unlessRunning, adds no job whose key is that of a running one', async () => {
  const testing = await testDatabase()
  const database = new Database({ ...testing, log: pino({ level: 'silent' }) })
  const owner = new pg.Client({ connectionString: testing.ownerUrl })
  await owner.connect()
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const task = async () => {
    started.resolve()
    await released.promise
  }
  const enqueue = (keys: string[], unlessRunning: boolean) =>
    database.transaction('harbour', (tx) =>
      enqueueJobs(
        tx.db,
        job,
        keys.map((of) => ({ of })),
        { unlessRunning },
      ),
    )
  const count = async () => (await owner.query('select from graphile_worker.jobs')).rowCount
  await enqueue(['running'], true)
  const worker = await startQueueWorker(testing.ownerUrl, { task })
  await started.promise
  await enqueue(['running', 'waiting'], true)
  expect(await count()).toBe(2)
  await enqueue(['running', 'waiting'], false)
  expect(await count()).toBe(3)
  released.resolve()
  await worker.stop()
  await Promise.all([owner.end(), database.close()])
  await testing.drop()
})
