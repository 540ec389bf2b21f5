import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { ReleaseOncePool } from './release-once-pool.ts'

let pool: ReleaseOncePool
beforeAll(() => {
  pool = new ReleaseOncePool({ connectionString: inject('postgresUrl'), max: 2 })
})
afterAll(() => pool.end())

const called = (): Promise<{ connection: PoolClient; release: () => void }> =>
  new Promise((resolve, reject) => {
    pool.connect((error, connection, release) => (connection ? resolve({ connection, release }) : reject(error)))
  })

it('ignores a second release, and gives a connection to one user at a time', async () => {
  const awaited = await pool.connect()
  awaited.release()
  awaited.release()
  const { connection, release } = await called()
  release()
  connection.release()
  const [one, other] = await Promise.all([pool.connect(), pool.connect()])
  expect(one).not.toBe(other)
  one.release()
  other.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

it('rejects if the database is unreachable', async () => {
  const nowhere = new ReleaseOncePool({ host: '127.0.0.1', port: 1 })
  await expect(nowhere.connect()).rejects.toThrow('ECONNREFUSED')
  await expect(new Promise((_, reject) => nowhere.connect(reject))).rejects.toThrow('ECONNREFUSED')
  await nowhere.end()
})
