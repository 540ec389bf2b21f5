import { payloadTypes } from '@holdfast/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../../tests/setup/test-account.ts'
import { scansOf } from '../../../../test/scans-of.ts'
import { namesQuery } from './names-of-numbers.ts'

const manyGroups = Array.from({ length: 300 }, (_, index) => `Group ${index}`)

let account: TestAccount
beforeAll(async () => {
  account = await anAccount().open()
  const owner = new pg.Client({ connectionString: account.server.settings.databaseUrl })
  await owner.connect()
  await owner.query(
    `insert into app.parties (client, "group", payload_type, number, name)
      select $1, 'Group ' || place % 300, 'Call', '+4420' || lpad((place % 5000)::text, 8, '0'), name
      from generate_series(1, 15000) place cross join lateral unnest(array['', 'Party ' || place % 5000]) name`,
    [account.client],
  )
  await owner.query('vacuum analyze app.parties')
  await owner.end()
})
afterAll(() => account?.close())

it.each([
  ['all groups', null],
  ['more groups than are looked up by themselves', manyGroups],
  ['one group', ['Group 1']],
])('names of numbers are looked up in an index: %s', async (_who, groups) => {
  const query = namesQuery(account.client, ['+442000000001', '+442000000002'], [{ types: payloadTypes, groups }])
  const { rows, scans } = await account.read(async (tx) => ({
    rows: (await query.execute(tx.db)).rows,
    scans: await scansOf(tx, query),
  }))
  expect(rows).toContainEqual({ number: '+442000000001', name: 'Party 1' })
  expect(scans).toEqual(['Index Only Scan: parties_named'])
})
