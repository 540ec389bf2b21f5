import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from './tenant-transaction.ts'

/** What decides access, and is kept as it was before each change. */
export type HistoryKind = 'role' | 'group' | 'app' | 'defaults' | 'person' | 'visit'

/**
 * Keeps records as they are, before they change. Their rows must be locked by an earlier statement, so that changes are kept in the
 * order in which they are made: two of one record never have the same time.
 * @param former a query of `reference` and `record`; a record of null does not exist yet
 */
export const keepFormer = async (
  { client, now, db }: TenantTransaction,
  kind: HistoryKind,
  former: RawBuilder<unknown>,
): Promise<void> => {
  await sql`insert into access_history (client, kind, reference, changed_at, before)
    select ${client}, ${kind}, former.reference, greatest(${now}::timestamptz, (
      select max(changed_at) + interval '1 millisecond' from access_history known
      where known.client = ${client} and known.kind = ${kind} and known.reference = former.reference)), former.record
    from (${former}) former returning reference`.execute(db)
}

/** Keeps that a record did not exist, before it is created. */
export const keepAbsence = (tx: TenantTransaction, kind: HistoryKind, reference: string): Promise<void> =>
  keepFormer(tx, kind, sql`select ${reference}::text as reference, null::jsonb as record`)

/**
 * The records that have changed since a moment, as they were at it; null for those that did not exist.
 * @param references only these; all of the account if absent
 */
export const recordsBefore = async <Record>(
  { client, db }: TenantTransaction,
  kind: HistoryKind,
  at: Date,
  references?: readonly string[],
): Promise<ReadonlyMap<string, Record | null>> => {
  const only = references ? sql`and reference = any(${[...references]}::text[])` : sql``
  const { rows } = await sql<{ reference: string; before: Record | null }>`
    select distinct on (reference) reference, before from access_history
    where client = ${client} and kind = ${kind} and changed_at > ${at} ${only}
    order by reference, changed_at`.execute(db)
  return new Map(rows.map(({ reference, before }) => [reference, before]))
}

/** Notes that the history of an account is complete from now on. */
export const beginHistory = async ({ client, now, db }: TenantTransaction): Promise<void> => {
  await sql`insert into access_history (client, kind, reference, changed_at, before)
    values (${client}, 'account', ${client}, ${now}, null)`.execute(db)
}

/** From when on the history of the account is complete; `null` if it has none. */
export const beginningOfHistory = async ({ client, db }: TenantTransaction): Promise<Date | null> => {
  const { rows } = await sql<{ changed_at: string }>`select changed_at from access_history
    where client = ${client} and kind = 'account' order by changed_at limit 1`.execute(db)
  return rows[0] ? new Date(rows[0].changed_at) : null
}
