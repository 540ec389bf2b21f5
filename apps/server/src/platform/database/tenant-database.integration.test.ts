import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/setup/database.ts'
import { finish } from './finish.ts'
import { Database } from './tenant-database.ts'
import type { TenantTransaction } from './tenant-transaction.ts'

const client = 'northwind'

describe('a transaction of one client', () => {
  let test: TestDatabase
  let database: Database

  beforeAll(async () => {
    test = await testDatabase()
    const log = pino({ level: 'silent' })
    database = new Database({ ownerUrl: test.ownerUrl, rolePassword: test.rolePassword, log, maxConnections: 2 })
  })

  afterAll(async () => {
    await database.close()
    await test.drop()
  })

  const insertGroup = (tx: TenantTransaction, group_reference: string) =>
    tx.db
      .insertInto('groups')
      .values({ client, group_reference, tags: '[]', created_at: tx.now, updated_at: tx.now, updated_by: 'test' })
      .execute()

  const groups = () =>
    database.read(client, (tx) =>
      tx.db.selectFrom('groups').select('group_reference').where('client', '=', client).execute(),
    )

  it('fails if the error of a statement was ignored: PostgreSQL rolls it back at its commit', async () => {
    const work = database.transaction(client, async (tx) => {
      await insertGroup(tx, 'London')
      await insertGroup(tx, 'London').catch(() => undefined)
      return 'done'
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await groups()).toEqual([])
  })

  it('refuses a transaction within a transaction: all connections of the pool could wait for another one', async () => {
    const within = database.read(client, () => groups())
    await expect(within).rejects.toThrow('within a transaction')
  })

  it('removes a connection that broke from the pool, and the process goes on', async () => {
    const broken = database.transaction(client, async (tx) => {
      await insertGroup(tx, 'Lisbon')
      await endOwnConnection(test, tx)
      await insertGroup(tx, 'Porto')
    })
    await expect(broken).rejects.toMatchObject({ code: 'server.dependency_down' })
    expect(await Promise.all([groups(), groups(), groups()])).toEqual([[], [], []])
  })

  it('commits nothing if the connection breaks among the last statements', async () => {
    const terminate = CompiledQuery.raw('select pg_terminate_backend(pg_backend_pid())')
    const broken = database.transaction(client, async (tx) => {
      await insertGroup(tx, 'Madrid')
      return finish([terminate])
    })
    await expect(broken).rejects.toMatchObject({ code: 'server.dependency_down' })
    expect(await Promise.all([groups(), groups(), groups()])).toEqual([[], [], []])
  })
})

/** Ends the connection of a transaction, as an administrator or a restart would, and waits until it has ended. */
const endOwnConnection = async ({ ownerUrl }: TestDatabase, tx: TenantTransaction): Promise<void> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
  await owner.end()
}
