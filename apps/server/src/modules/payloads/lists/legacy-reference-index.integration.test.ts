import { payloadTypes } from '@holdfast/contract'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { addRows } from '../../../../../../tests/setup/rows.ts'
import { anAccount } from '../../../../../../tests/setup/test-account.ts'
import { payloadPageStatement } from './payload-page-query.ts'

it('the list looks the reference of a former system up in its index', async () => {
  const account = await anAccount().withGroups('London').open()
  try {
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      group: 'London',
      device_reference: 'OLD-1',
      sequence: index,
      is_legacy: true,
      legacy_reference: `M-${index}`,
    }))
    await account.write((tx) => addRows(tx, 'payloads', rows))
    const owner = new pg.Client({ connectionString: account.server.settings.databaseUrl })
    await owner.connect()
    await owner.query('analyze app.payloads')
    await owner.end()
    const filter = { date_filter_type: 'payload_time', legacy_reference: 'M-2000' } as const
    const page = {
      client: account.client,
      filter,
      sort: 'desc',
      limit: 51,
      position: null,
      isPrefixFrequent: false,
    } as const
    const statement = payloadPageStatement(page, [{ groups: 'all', payload_types: payloadTypes }])
    const plan = await account.read(async ({ db }) => {
      const explain = CompiledQuery.raw(`explain ${statement?.sql ?? ''}`, [...(statement?.parameters ?? [])])
      const { rows: lines } = await db.executeQuery<Record<string, string>>(explain)
      return lines.map((line) => line['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('payloads_legacy_reference')
  } finally {
    await account.close()
  }
})
