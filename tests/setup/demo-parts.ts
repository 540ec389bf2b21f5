import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DemoCustomer } from '../../apps/demo/src/demo-customers.ts'
import { fillAccount } from '../../apps/demo/src/fill-account.ts'
import { openPlatform } from '../../apps/server/src/core/open-platform.ts'
import type { Platform } from '../../apps/server/src/core/platform.ts'
import { openClientAccount } from '../../apps/server/src/modules/clients/index.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export interface DemoParts extends Pick<Platform, 'database' | 'objects' | 'clientKeys'> {
  /**
   * The queries that were issued, except those that write many rows: these differ from writes of few rows only in
   * length.
   */
  queries: ReadonlySet<string>
  tenantTables: TestDatabase['tenantTables']
  close(): Promise<void>
}

const longestQuery = 4_000

/**
 * Opens the parts that the demonstration's history is written to, with the accounts of these customers as at its start.
 */
export const openDemoParts = async (customers: readonly DemoCustomer[]): Promise<DemoParts> => {
  const home = await mkdtemp(path.join(tmpdir(), 'holdfast-demo-'))
  const rows = await testDatabase()
  const queries = new Set<string>()
  const platform = await openPlatform({
    settings: {
      ...readSettings({ HOLDFAST_HOME: home, KEYS_URL: rows.keysUrl, HOLDFAST_LOG_LEVEL: 'fatal' }),
      databaseUrl: rows.ownerUrl,
    },
    termsVersion: 'not used',
    onQuery: (text) => {
      if (text.length < longestQuery) queries.add(text)
    },
  })
  for (const customer of customers) {
    await openClientAccount(platform, customer, (tx) => fillAccount(tx, customer))
  }
  const { database, objects, clientKeys } = platform
  return {
    database,
    objects,
    clientKeys,
    queries,
    tenantTables: rows.tenantTables,
    close: async () => {
      await platform.close()
      await rows.drop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
