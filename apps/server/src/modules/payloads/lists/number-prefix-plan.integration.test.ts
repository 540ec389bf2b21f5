import { payloadTypes } from '@holdfast/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../../tests/setup/test-account.ts'
import { scansOf } from '../../../../test/scans-of.ts'
import { payloadKeysQuery } from './payload-page-query.ts'

const manyGroups = Array.from({ length: 300 }, (_, index) => `Group ${index}`)

let account: TestAccount
beforeAll(async () => {
  account = await anAccount().open()
  const owner = new pg.Client({ connectionString: account.server.settings.databaseUrl })
  await owner.connect()
  // The recordings themselves are not read here.
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into app.payload_numbers (client, number, payload_time, payload_reference, "group", payload_type)
      select $1, '+4420' || lpad((place % 1000)::text, 8, '0'), timestamptz '2026-01-01' + place * interval '1 minute',
        lpad(place::text, 26, '0'), 'Group ' || place % 300, 'Call' from generate_series(1, 20000) place`,
    [account.client],
  )
  await owner.query('vacuum analyze app.payload_numbers')
  await owner.end()
})
afterAll(() => account?.close())

it.each([
  ['all groups', 'all'],
  ['more groups than are looked up by themselves', manyGroups],
] as const)('numbers with a prefix are read from one index alone, without their rows: %s', async (_who, groups) => {
  const filter = { date_filter_type: 'payload_time', number_prefix: '+44200000001' } as const
  const order = { sort: 'desc', limit: 51, position: null, isPrefixFrequent: false } as const
  const query = payloadKeysQuery({ client: account.client, filter, ...order }, [
    { payload_types: payloadTypes, groups },
  ])
  if (!query) throw new Error('nothing is searched')
  const scans = await account.read((tx) => scansOf(tx, query))
  expect(scans).toEqual(['Index Only Scan: payload_numbers_of_all_groups'])
})
