import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { addRows, type NewRow } from '../../../../../../tests/setup/rows.ts'
import { anAccount } from '../../../../../../tests/setup/test-account.ts'
import { payloadsWithContentStatement } from './payloads-with-content.ts'

const messageCount = 3_000
const referenceOf = (number: number) => `01ARZ3NDEKTSV4RRFF${String(number).padStart(8, '0')}`

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

/** How many rows of a table were read. */
const rowsRead = (table: string, { Plans = [], ...node }: Plan): number =>
  (node['Relation Name'] === table ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  Plans.reduce((sum, plan) => sum + rowsRead(table, plan), 0)

it('a batch of messages is looked up one by one, however many contents the table has', async () => {
  const account = await anAccount().withGroups('London').open()
  try {
    const numbers = Array.from({ length: messageCount }, (_, number) => number)
    const payloads = numbers.map(
      (number): NewRow<'payloads'> => ({
        payload_reference: referenceOf(number),
        payload_type: 'SMS',
        group: 'London',
        device_reference: 'London-1',
        is_content_in_table: true,
        s3_path: null,
      }),
    )
    for (let start = 0; start < messageCount; start += 500) {
      await account.write((tx) => addRows(tx, 'payloads', payloads.slice(start, start + 500)))
    }
    const owner = new pg.Client({ connectionString: account.server.settings.databaseUrl })
    await owner.connect()
    await owner.query(
      `insert into app.payload_contents (client, payload_reference, part, place, sealed)
        select client, payload_reference, 'original', 0, convert_to(repeat('m', 1024), 'UTF8')
        from app.payloads where client = $1`,
      [account.client],
    )
    await owner.end()
    const references = numbers.slice(0, 100).map(referenceOf)
    const { sql: text, parameters } = payloadsWithContentStatement({ client: account.client, references })
    const explain = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters])
    const plan = await account.read(async ({ db }) => {
      // PostgreSQL estimates wrongly while a table grows fast, and then prefers to join all of it.
      await sql`set local enable_nestloop = off`.execute(db)
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
      return rows[0]?.['QUERY PLAN'][0].Plan
    })
    for (const table of ['payloads', 'payload_contents']) expect(plan && rowsRead(table, plan)).toBe(references.length)
  } finally {
    await account.close()
  }
})
