import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/setup/database.ts'
import { executeAll, finish } from './finish.ts'
import type { Statement } from './statements.ts'
import { Database } from './tenant-database.ts'
import type { TenantTransaction } from './tenant-transaction.ts'

const log = pino({ level: 'silent' })
const accounts = ['acme', 'globex', 'initech']

describe('transactions of many accounts on few connections', () => {
  let made: TestDatabase
  let database: Database

  beforeAll(async () => {
    made = await testDatabase()
    // Two connections for many transactions: each is used again at once, by another account.
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

  test('each sees the rows of its own account only, however quickly connections are used again', async () => {
    const wanted = Array.from({ length: 300 }, (_, index) => accounts[index % accounts.length] ?? '')
    const rows = await Promise.all(wanted.map((client) => database.readOnce(client, selectClients)))
    expect(rows).toEqual(wanted.map((client) => [{ client }]))
  })

  test('a reading transaction cannot write', async () => {
    await expect(database.read('acme', (tx) => insertVersion(tx, 2))).rejects.toMatchObject({ code: '25006' })
  })

  test('work that throws is rolled back, and the connection serves the next', async () => {
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

  test('the statements of finish are committed; if one fails, none has an effect and the connection serves the next', async () => {
    const insertAsFinish = (client: string) =>
      database.transaction(client, async () => finish([insertOne(client)], ([inserted]) => inserted?.version))
    expect(await insertAsFinish('umbrella')).toBe(1)
    expect(await database.read('umbrella', readVersion)).toBe(1)
    await expect(insertAsFinish('umbrella')).rejects.toMatchObject({ code: '23505' })
    const both = ['acme', 'globex', 'acme', 'globex'].map((client) => database.read(client, readVersion))
    expect(await Promise.all(both)).toEqual([1, 1, 1, 1])
  })

  test('a commit that fails after the statements of finish rejects', async () => {
    const pairs = CompiledQuery.raw('insert into pairs values (2), (2)')
    await expect(database.transaction('acme', async () => finish([pairs]))).rejects.toMatchObject({ code: '23505' })
  })

  test('a statement of finish that fails is reported, not those after it', async () => {
    const absent = CompiledQuery.raw('select from absent')
    const failing = database.transaction('acme', async () => finish([absent, selectClients]))
    await expect(failing).rejects.toMatchObject({ code: '42P01' })
  })

  test('a statement that was left behind by its transaction is refused', async () => {
    const left = await database.read('acme', async (tx) => tx.db)
    await expect(left.executeQuery(selectClients)).rejects.toThrow('after the end of its transaction')
  })

  test('statements that are sent together give each its own rows', async () => {
    const wanted = Array.from({ length: 20 }, (_, index) => index)
    const numbers = wanted.map((number) => CompiledQuery.raw(`select ${number} as number`))
    const rows = await database.read('acme', (tx) => executeAll(tx.db, numbers))
    expect(rows).toEqual(wanted.map((number) => [{ number }]))
  })

  test('a commit that fails rejects: nothing is acknowledged that is not durable', async () => {
    const twice = database.transaction('acme', async (tx) => {
      await sql`insert into pairs values (1), (1)`.execute(tx.db)
    })
    await expect(twice).rejects.toMatchObject({ code: '23505' })
  })
})

const selectClients: Statement<{ client: string }> = CompiledQuery.raw('select client from access_versions')

const insertOne = (client: string): Statement<{ version: number }> =>
  CompiledQuery.raw('insert into access_versions values ($1, 1) returning version', [client])

const insertVersion = async (tx: TenantTransaction, version: number): Promise<void> => {
  await tx.db.insertInto('access_versions').values({ client: tx.client, version }).execute()
}

const readVersion = async (tx: TenantTransaction): Promise<number | undefined> =>
  (await tx.db.selectFrom('access_versions').select('version').where('client', '=', tx.client).executeTakeFirst())
    ?.version
