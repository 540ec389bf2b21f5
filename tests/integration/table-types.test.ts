import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { tableTypes } from '../../scripts/table-types.ts'
import { testDatabase } from '../setup/database.ts'

const generated = path.join(import.meta.dirname, '../../apps/server/src/platform/database/generated-tables.ts')

it('generated-tables.ts has the types of the migrated tables (else: npm run tables)', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const text = await tableTypes(owner).finally(() => owner.end())
  expect(readFileSync(generated, 'utf8')).toBe(text)
})
