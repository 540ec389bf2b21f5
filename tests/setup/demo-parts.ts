import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import type { DemoCustomer } from '../../apps/server/src/demo/demo-customers.ts'
import { fillAccount } from '../../apps/server/src/demo/fill-account.ts'
import { openClientAccount } from '../../apps/server/src/modules/clients/index.ts'
import { ClientKeys } from '../../apps/server/src/platform/client-keys/client-keys.ts'
import { Database } from '../../apps/server/src/platform/database/index.ts'
import { openKeys } from '../../apps/server/src/platform/keys/index.ts'
import { type Objects, openObjects } from '../../apps/server/src/platform/objects/index.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export interface DemoParts {
  database: Database
  objects: Objects
  clientKeys: ClientKeys
  /** Queries that were issued; those that write many rows at once are left out, they differ from those of few in length alone. */
  queries: ReadonlySet<string>
  tenantTables: TestDatabase['tenantTables']
  close(): Promise<void>
}

const longestQuery = 4_000

/** The parts that a history is filled into, with the accounts of these customers as `prepare` leaves them. */
export const openDemoParts = async (customers: readonly DemoCustomer[]): Promise<DemoParts> => {
  const home = await mkdtemp(path.join(tmpdir(), 'holdfast-demo-'))
  const rows = await testDatabase()
  const log = pino({ level: 'silent' })
  const queries = new Set<string>()
  const onQuery = (text: string) => {
    if (text.length < longestQuery) queries.add(text)
  }
  const database = new Database({ ownerUrl: rows.ownerUrl, rolePassword: rows.rolePassword, log, onQuery })
  const keys = await openKeys(rows.keysUrl)
  const objects = await openObjects(pathToFileURL(path.join(home, 'objects')).href)
  const clientKeys = new ClientKeys(database, keys)
  for (const customer of customers) {
    await openClientAccount({ database, clientKeys, keys }, customer, (tx) => fillAccount(tx, customer))
  }
  return {
    database,
    objects,
    clientKeys,
    queries,
    tenantTables: rows.tenantTables,
    close: async () => {
      await objects.close()
      await database.close()
      await rows.drop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
