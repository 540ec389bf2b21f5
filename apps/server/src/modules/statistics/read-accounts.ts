import type { Kysely } from 'kysely'
import { providerClient } from '../../core/accounts/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** The figures of these customers, by account. */
export const readAccounts = async (db: Kysely<Tables>, clients: readonly string[] | 'all') => {
  if (clients.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('account_statistics')
    .selectAll()
    .where('client', '<>', providerClient)
    .$if(clients !== 'all', (query) => query.where('client', 'in', clients as readonly string[]))
    .execute()
  return new Map(rows.map((row) => [row.client, row]))
}
