import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** One transaction numbers at most so many. */
export const maxNumbered = 50_000

export interface Numbered {
  /** The last number that was given, 0 before the first. */
  last: number
  /** How many were numbered now; `maxNumbered` if more may wait. */
  count: number
}

/**
 * Numbers arrivals that are committed and have no number yet, after those that were numbered before. One transaction at a time does so
 * for an account: the others wait for its end. So whatever is committed later gets a higher number, and no window that ended leaves it out.
 */
export const numberArrivals = async (tx: TenantTransaction): Promise<Numbered> => {
  const { client, db } = tx
  await db
    .insertInto('arrival_counters')
    .values({ client, last_arrival: 0 })
    .onConflict((conflict) => conflict.column('client').doNothing())
    .execute()
  const { last_arrival } = await db
    .selectFrom('arrival_counters')
    .select('last_arrival')
    .where('client', '=', client)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // A statement of its own: it sees what was committed before the lock was granted.
  const { rows } = await sql<{ numbered: number }>`with waiting as (
      select entry_id, row_number() over (order by arrived_at, entry_id) as place from (
        select entry_id, arrived_at from payload_arrivals where client = ${client} and arrival is null
          order by arrived_at, entry_id limit ${maxNumbered}) oldest),
    numbered as (
      update payload_arrivals set arrival = ${last_arrival}::bigint + waiting.place from waiting
        where payload_arrivals.client = ${client} and payload_arrivals.entry_id = waiting.entry_id
        returning 1)
    select count(*) as numbered from numbered`.execute(db)
  const count = Number(rows[0]?.numbered ?? 0)
  const last = Number(last_arrival) + count
  if (count > 0) {
    await db.updateTable('arrival_counters').set({ last_arrival: last }).where('client', '=', client).execute()
  }
  return { last, count }
}
