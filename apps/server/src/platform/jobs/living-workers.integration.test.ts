import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/setup/database.ts'
import { LivingWorkers } from './living-workers.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const openWorker = async (name: string): Promise<LivingWorkers> => {
  const worker = new LivingWorkers(database.ownerUrl, log)
  await worker.open()
  await worker.join(name)
  return worker
}

const lockJob = async (name: string): Promise<void> => {
  await owner.query(`select graphile_worker.add_job('task', job_key => $1)`, [name])
  await owner.query(
    'update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where key = $1',
    [name],
  )
}

const holders = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    'select locked_by as name from graphile_worker._private_jobs where locked_by is not null order by 1',
  )
  return rows.map(({ name }) => name)
}

it('lets go what dead workers hold, and nothing that living ones hold, its own included', async () => {
  for (const name of ['dead', 'own', 'other']) await lockJob(name)
  const [own, other] = await Promise.all([openWorker('own'), openWorker('other')])
  await own.takeUpAbandoned()
  expect(await holders()).toEqual(['other', 'own'])
  const { rows } = await owner.query(
    `select attempts, is_available from graphile_worker._private_jobs where key = 'dead'`,
  )
  expect(rows).toEqual([{ attempts: 1, is_available: true }])

  await other.close()
  await own.takeUpAbandoned()
  expect(await holders()).toEqual(['own'])
  await own.close()
})

it('holds its name again after the connection broke', async () => {
  await lockJob('interrupted')
  const [interrupted, other] = await Promise.all([openWorker('interrupted'), openWorker('other')])
  await owner.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`)
  await expect
    .poll(() =>
      interrupted.takeUpAbandoned().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await expect
    .poll(() =>
      other.takeUpAbandoned().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  expect(await holders()).toContain('interrupted')
  await Promise.all([interrupted.close(), other.close()])
})
