import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type AlertCause, alertKey } from './raise-alert.ts'

/** A cause, and when it was seen last. */
export interface TimedCause {
  cause: AlertCause
  time: string
}

/** The causes of which no alert, of any state, has an occurrence at their time or later. */
export const causesNotTold = async (tx: TenantTransaction, causes: readonly TimedCause[]): Promise<AlertCause[]> => {
  const keys = causes.map(({ cause: { condition, of } }) => alertKey(condition, of))
  const times = causes.map(({ time }) => time)
  const { rows } = await sql<{ place: number }>`
    select place::int from unnest(${keys}::text[], ${times}::timestamptz[]) with ordinality as asked (key, time, place)
    where not exists (select from alerts where client = ${tx.client} and alert_key = asked.key
      and last_occurrence >= asked.time)`.execute(tx.db)
  const untold = new Set(rows.map(({ place }) => place - 1))
  return causes.flatMap(({ cause }, index) => (untold.has(index) ? [cause] : []))
}
