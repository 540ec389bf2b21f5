import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/setup/database.ts'
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

  it('fails when a statement failed in it, even when nobody minded: PostgreSQL rolls it back at its commit', async () => {
    const work = database.transaction(client, async (tx) => {
      await insertGroup(tx, 'London')
      await insertGroup(tx, 'London').catch(() => undefined)
      return 'done'
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await groups()).toEqual([])
  })

  it('never waits for a second connection while it holds one: the pool could run dry', async () => {
    const within = database.read(client, () => groups())
    await expect(within).rejects.toThrow('within a transaction')
  })

  it('leaves a connection that broke under it out of the pool, and the process alive', async () => {
    const broken = database.transaction(client, async (tx) => {
      await insertGroup(tx, 'Lisbon')
      await endOwnConnection(test, tx)
      await insertGroup(tx, 'Porto')
    })
    await expect(broken).rejects.toMatchObject({ code: 'server.dependency_down' })
    expect(await Promise.all([groups(), groups(), groups()])).toEqual([[], [], []])
  })
})

/** Ends the connection of a transaction from outside, as an administrator or a restart does, and waits until it is gone. */
const endOwnConnection = async ({ ownerUrl }: TestDatabase, tx: TenantTransaction): Promise<void> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
  await owner.end()
}
