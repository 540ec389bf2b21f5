import type { Pool } from 'pg'
import { pino } from 'pino'
import Type from 'typebox'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/setup/database.ts'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { startQueueWorker } from '../../../test/queue-worker.ts'
import { callersHaveEnded, Database, enqueueUnlessWaiting } from './index.ts'

const job = { name: 'task', payload: Type.Object({}), maxAttempts: 3, key: ({ of }: { of: string }) => of }
const payload = { of: 'harbour' }
const pauseMs = 60_000

let testing: TestDatabase
let database: Database
let owner: Pool
beforeEach(async () => {
  testing = await testDatabase()
  database = new Database({ ...testing, log: pino({ level: 'silent' }) })
  owner = ownerPool(testing.ownerUrl)
})
afterEach(async () => {
  await Promise.all([owner.end(), database.close()])
  await testing.drop()
})

const enqueue = () =>
  database.transaction('harbour', (tx) => tx.executeAll([enqueueUnlessWaiting(job, payload, pauseMs)]))

interface QueuedJob {
  revision: number
  attempts: number
  is_due: boolean
  is_running: boolean
}

const jobs = async (): Promise<QueuedJob[]> => {
  const { rows } = await owner.query<QueuedJob>(
    `select revision, attempts, run_at <= clock_timestamp() as is_due, locked_at is not null as is_running
      from graphile_worker.jobs order by id`,
  )
  return rows
}

const waiting = { revision: 0, attempts: 0, is_due: true, is_running: false }

it('adds a job for the first caller, and changes nothing for the others while it waits', async () => {
  await enqueue()
  await Promise.all([enqueue(), enqueue(), enqueue()])
  expect(await jobs()).toEqual([waiting])
})

it('leaves a job alone that is yet to be due, and adds it again once after it became due, so that a worker wakes', async () => {
  await database.transaction('harbour', (tx) => tx.enqueue(job, payload, { runAt: new Date(Date.now() + 1_000) }))
  await enqueue()
  expect(await jobs()).toEqual([{ ...waiting, is_due: false }])
  await expect.poll(jobs).toEqual([waiting])
  await enqueue()
  expect(await jobs()).toEqual([{ ...waiting, revision: 1 }])
  await enqueue()
  expect(await jobs()).toEqual([{ ...waiting, revision: 1 }])
})

it('adds a job that is running for later', async () => {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const task = async () => {
    started.resolve()
    await released.promise
  }
  await enqueue()
  const worker = await startQueueWorker(testing.ownerUrl, { task })
  await started.promise
  await enqueue()
  await enqueue()
  const [running, later, ...others] = await jobs()
  expect(running).toMatchObject({ is_running: true })
  expect(later).toEqual({ ...waiting, is_due: false })
  expect(others).toEqual([])
  released.resolve()
  await worker.stop()
})

it('adds a job that has failed again, to be tried at once', async () => {
  await enqueue()
  const worker = await startQueueWorker(testing.ownerUrl, { task: () => Promise.reject(new Error('fails')) })
  await expect.poll(jobs).toMatchObject([{ attempts: 1, is_due: false, is_running: false }])
  await worker.stop()
  await enqueue()
  expect(await jobs()).toMatchObject([{ attempts: 0, is_due: true }])
})

it('lets the job know of callers that found it waiting and have not ended', async () => {
  const haveEnded = async () => (await database.readOnce('harbour', callersHaveEnded(job, payload)))[0]?.haveEnded
  await enqueue()
  const found = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const caller = database.transaction('harbour', async (tx) => {
    await tx.executeAll([enqueueUnlessWaiting(job, payload, pauseMs)])
    found.resolve()
    await released.promise
  })
  await found.promise
  expect(await haveEnded()).toBe(false)
  const [ofAnother] = await database.readOnce('harbour', callersHaveEnded(job, { of: 'another' }))
  expect(ofAnother?.haveEnded).toBe(true)
  released.resolve()
  await caller
  expect(await haveEnded()).toBe(true)
})
