import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/setup/database.ts'
import { last } from './pipelined-pool.ts'
import { Database } from './tenant-database.ts'
import type { TenantTransaction } from './tenant-transaction.ts'

const log = pino({ level: 'silent' })
const accounts = ['acme', 'globex', 'initech']

describe('transactions that wait less often', () => {
  let made: TestDatabase
  let database: Database

  beforeAll(async () => {
    made = await testDatabase()
    // Two connections for many transactions: each is used again at once, while its last commit is still under way.
    const { ownerUrl, rolePassword } = made
    database = new Database({ ownerUrl, rolePassword, log, maxConnections: 2 })
    for (const client of accounts) await database.transaction(client, (tx) => insertVersion(tx, 1))
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    await owner.query('create table app.pairs (id int unique deferrable initially deferred)')
    await owner.query('grant all on app.pairs to holdfast_app')
    await owner.end()
  })

  afterAll(async () => {
    await database.close()
    await made.drop()
  })

  test('each sees the rows of its own account alone, however quickly connections change hands', async () => {
    const read = (client: string) =>
      database.read(client, async (tx) => {
        const { rows } = await sql<{ client: string }>`select client from access_versions`.execute(tx.db)
        return rows.map((row) => row.client)
      })
    const wanted = Array.from({ length: 300 }, (_, index) => accounts[index % accounts.length] ?? '')
    expect(await Promise.all(wanted.map(read))).toEqual(wanted.map((client) => [client]))
  })

  test('a reading transaction cannot write', async () => {
    await expect(database.read('acme', (tx) => insertVersion(tx, 2))).rejects.toMatchObject({ code: '25006' })
  })

  test('what failed is rolled back, and the connection serves the next', async () => {
    const failing = database.transaction('globex', async (tx) => {
      await sql`update access_versions set version = 99 where client = ${tx.client}`.execute(tx.db)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    const versions = await Promise.all(Array.from({ length: 4 }, () => database.read('globex', readVersion)))
    expect(versions).toEqual([1, 1, 1, 1])
  })

  test('a transaction that does nothing leaves its connection in order', async () => {
    await Promise.all(Array.from({ length: 4 }, () => database.transaction('acme', async () => 'nothing')))
    expect(await database.read('initech', readVersion)).toBe(1)
  })

  test('a last statement commits; one that fails leaves nothing, and the connection serves the next', async () => {
    const insertLast = (client: string) =>
      database.transaction(client, async (tx) => {
        const text = last("insert into access_versions values ($1, 1) returning 'said'")
        return (await tx.db.executeQuery(CompiledQuery.raw(text, [client]))).rows.length
      })
    expect(await insertLast('umbrella')).toBe(1)
    expect(await database.read('umbrella', readVersion)).toBe(1)
    await expect(insertLast('umbrella')).rejects.toMatchObject({ code: '23505' })
    const both = ['acme', 'globex', 'acme', 'globex'].map((client) => database.read(client, readVersion))
    expect(await Promise.all(both)).toEqual([1, 1, 1, 1])
  })

  test('a last statement whose commit fails is told as any other', async () => {
    const twice = database.transaction('acme', async (tx) => {
      await tx.db.executeQuery(CompiledQuery.raw(last('insert into pairs values (2), (2)')))
    })
    await expect(twice).rejects.toMatchObject({ code: '23505' })
  })

  test('a commit that fails is told: nothing counts as durable that is not', async () => {
    const twice = database.transaction('acme', async (tx) => {
      await sql`insert into pairs values (1), (1)`.execute(tx.db)
    })
    await expect(twice).rejects.toMatchObject({ code: '23505' })
  })
})

const insertVersion = async (tx: TenantTransaction, version: number): Promise<void> => {
  await tx.db.insertInto('access_versions').values({ client: tx.client, version }).execute()
}

const readVersion = async (tx: TenantTransaction): Promise<number | undefined> =>
  (await tx.db.selectFrom('access_versions').select('version').where('client', '=', tx.client).executeTakeFirst())
    ?.version
