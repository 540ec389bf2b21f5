import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { preparedStatement, type Statement, storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import type { ReportedCarrier } from './reported-carriers.ts'

/**
 * The carriers that were stored within the last hour, so that most reports cost no statement, and transactions do not wait for each
 * other at the row of a common carrier. If a transaction is rolled back, its carriers are stored up to an hour later.
 */
const storedLately = new LRUCache<string, true>({ max: 20_000, ttl: 60 * 60_000 })

const storeCarriers = preparedStatement(
  'store carriers',
  (_, { client, rows, seen }: { client: string; rows: string; seen: Date }) =>
    sql`insert into carriers (client, carrier_code, carrier_name, first_seen, last_seen)
      select ${client}::text, carrier_code, carrier_name, ${seen}::timestamptz, ${seen}::timestamptz
      from json_populate_recordset(null::carriers, ${rows}::json)
      on conflict (client, carrier_code) do update set
        carrier_name = excluded.carrier_name, last_seen = greatest(carriers.last_seen, excluded.last_seen)`,
)

/** The statement that stores reported carriers; none if all of them were stored lately. */
export const seenCarriersStatements = (
  { client, now }: Pick<TenantTransaction, 'client' | 'now'>,
  reported: readonly ReportedCarrier[],
): Statement[] => {
  const byCode = new Map(reported.map((carrier) => [carrier.carrier_code, carrier]))
  const due = [...byCode.values()].filter(({ carrier_code }) => !storedLately.has(`${client} ${carrier_code}`))
  if (due.length === 0) return []
  for (const { carrier_code } of due) storedLately.set(`${client} ${carrier_code}`, true)
  // Sorted, so that two transactions cannot deadlock.
  const rows = due.sort((one, other) => (one.carrier_code < other.carrier_code ? -1 : 1))
  return [storeCarriers({ client, rows: storedJson(rows), seen: now })]
}
