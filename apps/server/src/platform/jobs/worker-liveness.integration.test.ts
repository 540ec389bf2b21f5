import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/setup/database.ts'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { type QueueWorker, startQueueWorker } from '../../../test/queue-worker.ts'
import { WorkerLiveness } from './worker-liveness.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let owner: Pool
let workers: QueueWorker[]
let released: PromiseWithResolvers<void>
beforeEach(async () => {
  database = await testDatabase()
  owner = ownerPool(database.ownerUrl)
  workers = []
  released = Promise.withResolvers()
})
afterEach(async () => {
  released.resolve()
  await Promise.all(workers.map((worker) => worker.stop()))
  await owner.end()
  await database.drop()
})

/** Runs a job with this key until the end of the test. Returns the name under which its worker locks it. */
const runJob = async (key: string): Promise<string> => {
  const started = Promise.withResolvers<void>()
  const task = async () => {
    started.resolve()
    await released.promise
  }
  await owner.query('select graphile_worker.add_job($1, job_key => $1)', [key])
  const worker = await startQueueWorker(database.ownerUrl, { [key]: task })
  workers.push(worker)
  await started.promise
  return worker.name
}

const joinAs = async (name: string): Promise<WorkerLiveness> => {
  const worker = new WorkerLiveness(database.ownerUrl, log)
  await worker.open()
  await worker.join(name)
  return worker
}

const lockedKeys = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ key: string }>(
    'select key from graphile_worker.jobs where locked_by is not null order by 1',
  )
  return rows.map(({ key }) => key)
}

it('unlocks the jobs of dead workers only', async () => {
  await runJob('dead')
  const [own, other] = [await joinAs(await runJob('own')), await joinAs(await runJob('other'))]
  await own.unlockAbandoned()
  expect(await lockedKeys()).toEqual(['other', 'own'])
  const { rows } = await owner.query(
    `select attempts, run_at <= now() as is_due from graphile_worker.jobs where key = 'dead'`,
  )
  expect(rows).toEqual([{ attempts: 1, is_due: true }])

  await other.close()
  await own.unlockAbandoned()
  expect(await lockedKeys()).toEqual(['own'])
  await own.close()
})

it('removes the job of a dead worker that was added again meanwhile', async () => {
  await runJob('dead')
  await owner.query(`select graphile_worker.add_job('dead', job_key => 'dead')`)
  const own = await joinAs('own')
  await own.unlockAbandoned()
  const { rows } = await owner.query('select key, attempts from graphile_worker.jobs')
  expect(rows).toEqual([{ key: 'dead', attempts: 0 }])
  await own.close()
})

it('registers its workers again after the connection broke', async () => {
  const interrupted = await joinAs(await runJob('interrupted'))
  const other = await joinAs('other')
  await owner.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`)
  const succeeds = (worker: WorkerLiveness) => () =>
    worker.unlockAbandoned().then(
      () => true,
      () => false,
    )
  await expect.poll(succeeds(interrupted)).toBe(true)
  await expect.poll(succeeds(other)).toBe(true)
  expect(await lockedKeys()).toEqual(['interrupted'])
  await Promise.all([interrupted.close(), other.close()])
})

it('unlocks the jobs of a worker whose connection ends only after its successor has started', async () => {
  const dying = await joinAs(await runJob('dying'))
  const successor = await joinAs('successor')
  await successor.unlockAbandoned()
  expect(await lockedKeys()).toEqual(['dying'])
  await dying.close()
  await expect.poll(lockedKeys, { timeout: 5_000 }).toEqual([])
  await successor.close()
})
