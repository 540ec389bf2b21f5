import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '../apps/server/src/embedded/postgres.ts'
import { migrate } from '../apps/server/src/platform/database/index.ts'
import { tableTypes } from './table-types.ts'

/** `npm run tables`: writes the types of the tables that the migrations create. An integration test fails when they are out of date. */
const target = 'apps/server/src/platform/database/generated-tables.ts'
const home = mkdtempSync(path.join(tmpdir(), 'holdfast-tables-'))
chmodSync(home, 0o711) // PostgreSQL may run under another system account, which must be able to enter the folder
const postgres = await startPostgres({ home, log: console.error, durable: false })
try {
  await migrate(postgres.url, 'a password that nobody needs')
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  writeFileSync(path.join(import.meta.dirname, '..', target), await tableTypes(owner))
  await owner.end()
  console.log(target)
} finally {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
