import pg from 'pg'
import { pino } from 'pino'
import Type from 'typebox'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/setup/database.ts'
import { Database } from '../database/index.ts'
import { enqueueJobs } from './enqueue-jobs.ts'

const job = { name: 'task', payload: Type.Object({}), maxAttempts: 3, key: ({ of }: { of: string }) => of }

it('adds no job beside one that a worker is at, for who knows nothing new', async () => {
  const testing = await testDatabase()
  const database = new Database({ ...testing, log: pino({ level: 'silent' }) })
  const owner = new pg.Client({ connectionString: testing.ownerUrl })
  await owner.connect()
  const enqueue = (unlessRunning: boolean) =>
    database.transaction('harbour', (tx) =>
      enqueueJobs(tx.db, job, [{ of: 'running' }, { of: 'waiting' }], { unlessRunning }),
    )
  const count = async () => (await owner.query('select from graphile_worker._private_jobs')).rowCount
  await enqueue(true)
  await owner.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker' where key = 'task:running'`,
  )
  await enqueue(true)
  expect(await count()).toBe(2)
  await enqueue(false)
  expect(await count()).toBe(3)
  await Promise.all([owner.end(), database.close()])
  await testing.drop()
})
