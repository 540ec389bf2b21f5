import { CompiledQuery } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/setup/database.ts'
import type { StatementsOf } from './shared-writes.ts'
import { Database } from './tenant-database.ts'

let made: TestDatabase
let database: Database
beforeAll(async () => {
  made = await testDatabase()
  const { ownerUrl, rolePassword } = made
  database = new Database({ ownerUrl, rolePassword, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await database.close()
  await made.drop()
})

const addKeys: StatementsOf<string> = ({ client }, purposes) =>
  purposes.map((purpose) =>
    CompiledQuery.raw(
      'insert into account_secrets (client, purpose, secret_wrapped, created_at) values ($1, $2, $3, $4)',
      [client, purpose, 'secret', new Date()],
    ),
  )

/** Purposes of an account's rows by the transaction that wrote them. */
const transactionsOf = (client: string) =>
  database.read(client, async (tx) => {
    const text =
      'select xmin::text, array_agg(purpose) as purposes from account_secrets where client = $1 group by xmin'
    return (await tx.db.executeQuery<{ purposes: string[] }>(CompiledQuery.raw(text, [client]))).rows
  })

const names = (count: number) => Array.from({ length: count }, (_, index) => `purpose-${index}`)

test('concurrent changes share a transaction, and each is durable when its promise resolves', async () => {
  const seen = await Promise.all(
    names(50).map(async (purpose) => {
      await database.writeShared('acme', addKeys, purpose)
      return (await transactionsOf('acme')).some(({ purposes }) => purposes.includes(purpose))
    }),
  )
  expect(seen).toEqual(names(50).map(() => true))
  // The first is written alone, those that arrived meanwhile together.
  expect(await transactionsOf('acme')).toHaveLength(2)
})

test('a change that fails does not make the others fail', async () => {
  await database.writeShared('globex', addKeys, 'purpose-7')
  const outcomes = await Promise.allSettled(
    names(20).map((purpose) => database.writeShared('globex', addKeys, purpose)),
  )
  const failed = outcomes.flatMap((outcome, index) => (outcome.status === 'rejected' ? [index] : []))
  expect(failed).toEqual([7])
  expect((await transactionsOf('globex')).flatMap(({ purposes }) => purposes).sort()).toEqual(names(20).sort())
})

test('changes of two accounts never share a transaction', async () => {
  await Promise.all(
    ['initech', 'umbrella'].flatMap((client) =>
      names(5).map((purpose) => database.writeShared(client, addKeys, purpose)),
    ),
  )
  for (const client of ['initech', 'umbrella']) {
    expect((await transactionsOf(client)).flatMap(({ purposes }) => purposes).sort()).toEqual(names(5))
  }
})

test('changes that are waiting when the database is closed are made before', async () => {
  const { ownerUrl, rolePassword } = made
  const closing = new Database({ ownerUrl, rolePassword, log: pino({ level: 'silent' }) })
  const changes = names(10).map((purpose) => closing.writeShared('pied-piper', addKeys, purpose))
  await closing.close()
  await Promise.all(changes)
  expect((await transactionsOf('pied-piper')).flatMap(({ purposes }) => purposes).sort()).toEqual(names(10).sort())
})

test('a prepared statement can be executed several times in one transaction', async () => {
  const text = 'insert into account_secrets (client, purpose, secret_wrapped, created_at) values ($1, $2, $3, $4)'
  const named: StatementsOf<string[]> = ({ client }, changes) =>
    changes
      .flat()
      .map((purpose) => CompiledQuery.raw(text, [client, purpose, 'secret', new Date()]))
      .map((statement) => ({ ...statement, name: 'insert one secret' }))
  await database.writeShared('hooli', named, ['first'])
  await database.writeShared('hooli', named, ['second', 'third'])
  const purposes = (await transactionsOf('hooli')).flatMap((transaction) => transaction.purposes)
  expect(purposes.sort()).toEqual(['first', 'second', 'third'])
})
