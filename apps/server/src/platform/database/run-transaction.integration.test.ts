import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/setup/database.ts'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { finish } from './finish.ts'
import { runTransaction } from './run-transaction.ts'
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
    // Few connections, so that another account uses each of them immediately after a transaction.
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

  test('a transaction whose work throws is rolled back, and its connection can be used again', async () => {
    const failing = database.transaction('globex', async (tx) => {
      await sql`update access_versions set version = 99 where client = ${tx.client}`.execute(tx.db)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    const versions = await Promise.all(Array.from({ length: 4 }, () => database.read('globex', readVersion)))
    expect(versions).toEqual([1, 1, 1, 1])
  })

  test('a connection can be used again after a transaction without statements', async () => {
    await Promise.all(Array.from({ length: 4 }, () => database.transaction('acme', async () => 'nothing')))
    expect(await database.read('initech', readVersion)).toBe(1)
  })

  test('the statements of finish are committed; if one fails, none has an effect, and the connection can be used again', async () => {
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

  test('a statement after the end of its transaction is refused', async () => {
    const left = await database.read('acme', async (tx) => tx.db)
    await expect(left.executeQuery(selectClients)).rejects.toThrow('after the end of its transaction')
  })

  test('executeAll executes statements in their order and returns the rows of each', async () => {
    const digits = [1, 2, 3, 4, 5]
    const versions = await database.transaction('hooli', async (tx) => {
      await insertVersion(tx, 0)
      return tx.executeAll(digits.map(appendDigit))
    })
    expect(versions).toEqual([1, 12, 123, 1234, 12345].map((version) => [{ version }]))
  })

  test('a cancelled statement rolls its transaction back, and the connection can be used again', async () => {
    const cancel = CompiledQuery.raw('select pg_cancel_backend(pg_backend_pid()), pg_sleep(10)')
    const failing = database.transaction('tyrell', async () => finish([insertOne('tyrell'), cancel]))
    await expect(failing).rejects.toMatchObject({ code: '57014' })
    const versions = await Promise.all(Array.from({ length: 4 }, () => database.read('tyrell', readVersion)))
    expect(versions).toEqual([undefined, undefined, undefined, undefined])
  })

  test('a name that another prepared statement has is refused before anything is committed', async () => {
    const named = (text: string) => ({ ...CompiledQuery.raw(text), name: 'one name' })
    const statements = [insertOne('stark'), named('select 1'), named('select 2')]
    const failing = database.transaction('stark', async () => finish(statements))
    await expect(failing).rejects.toThrow("'one name' has another text")
    expect(await database.read('stark', readVersion)).toBeUndefined()
  })

  test('if the transaction could not begin, each of its statements fails', async () => {
    const pool = ownerPool(made.ownerUrl, { pipeline: true })
    const outcomes: unknown[] = []
    const failing = runTransaction(pool, 'select from absent', async ({ db }) => {
      outcomes.push(await sql`select 1`.execute(db).catch((error: { code: string }) => error.code))
      return finish([CompiledQuery.raw('select 1')])
    })
    await expect(failing).rejects.toMatchObject({ code: '42P01' })
    expect(outcomes).toEqual(['42P01'])
    await pool.end()
  })

  test('a transaction whose commit fails rejects', async () => {
    const twice = database.transaction('acme', async (tx) => {
      await sql`insert into pairs values (1), (1)`.execute(tx.db)
    })
    await expect(twice).rejects.toMatchObject({ code: '23505' })
  })
})

const selectClients: Statement<{ client: string }> = CompiledQuery.raw('select client from access_versions')

const insertOne = (client: string): Statement<{ version: number }> =>
  CompiledQuery.raw('insert into access_versions values ($1, 1) returning version', [client])

const appendDigit = (digit: number): Statement<{ version: number }> =>
  CompiledQuery.raw('update access_versions set version = version * 10 + $1 returning version', [digit])

const insertVersion = async (tx: TenantTransaction, version: number): Promise<void> => {
  await tx.db.insertInto('access_versions').values({ client: tx.client, version }).execute()
}

const readVersion = async (tx: TenantTransaction): Promise<number | undefined> =>
  (await tx.db.selectFrom('access_versions').select('version').where('client', '=', tx.client).executeTakeFirst())
    ?.version
