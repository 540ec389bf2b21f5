import { limits } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { cappedTotal } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** A subquery for the recordings in a matter, with their times. */
export const payloadsInMatter = (client: string, matter_reference: string): RawBuilder<unknown> =>
  sql`(select payload_reference, payload_time from matter_payloads
    where client = ${client} and matter_reference = ${matter_reference} and removed_at is null)`

/** The condition that a row of `payloads p` is in a matter. */
export const isInMatter = (client: string, matter_reference: string): RawBuilder<unknown> =>
  sql`exists (select from matter_payloads m where m.client = ${client} and m.matter_reference = ${matter_reference}
    and m.payload_reference = p.payload_reference and m.removed_at is null)`

/** The condition that a row of `matters` has a recording. */
export const hasPayload = (client: string, payload_reference: string) =>
  sql<boolean>`exists (select from matter_payloads m where m.client = ${client} and m.payload_reference = ${payload_reference}
    and m.matter_reference = matters.matter_reference and m.removed_at is null)`

interface Addition {
  matter_reference: string
  added_by: string
  /** The filter that found them. Recordings that somebody took out stay out. */
  feed_id?: string
}

/** Puts recordings into a matter. @returns the references of those that were not in it */
export const addToMatter = async (
  tx: TenantTransaction,
  { matter_reference, added_by, feed_id }: Addition,
  payloads: readonly { payload_reference: string; payload_time: string }[],
): Promise<string[]> => {
  if (payloads.length === 0) return []
  const { client, now } = tx
  const again = sql`do update set removed_at = null, removed_by = null, feed_id = excluded.feed_id,
    added_at = excluded.added_at, added_by = excluded.added_by where matter_payloads.removed_at is not null`
  const { rows } = await sql<{ payload_reference: string }>`
    insert into matter_payloads (client, matter_reference, payload_reference, payload_time, feed_id, added_at, added_by)
    select ${client}, ${matter_reference}, added.payload_reference, added.payload_time, ${feed_id ?? null}, ${now}::timestamptz, ${added_by}
    from unnest(${payloads.map(({ payload_reference }) => payload_reference)}::text[],
      ${payloads.map(({ payload_time }) => payload_time)}::timestamptz[]) as added (payload_reference, payload_time)
    on conflict (client, matter_reference, payload_reference) ${feed_id === undefined ? again : sql`do nothing`}
    returning payload_reference`.execute(tx.db)
  return rows.map(({ payload_reference }) => payload_reference)
}

/** Takes recordings out of a matter. @returns the references of those that were in it */
export const removeFromMatter = async (
  tx: TenantTransaction,
  { matter_reference, removed_by }: { matter_reference: string; removed_by: string },
  payload_references: readonly string[],
): Promise<string[]> => {
  if (payload_references.length === 0) return []
  const removed = await tx.db
    .updateTable('matter_payloads')
    .set({ removed_at: tx.now, removed_by })
    .where('client', '=', tx.client)
    .where('matter_reference', '=', matter_reference)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .where('removed_at', 'is', null)
    .returning('payload_reference')
    .execute()
  return removed.map(({ payload_reference }) => payload_reference)
}

/** How many recordings each of these matters has. */
export const countInMatters = async (
  { db, client }: Pick<TenantTransaction, 'db' | 'client'>,
  matter_references: readonly string[],
) => {
  const { rows } = await sql<{ matter_reference: string; payloads: number }>`
    select wanted.matter_reference, counted.payloads from unnest(${matter_references}::text[]) as wanted (matter_reference)
    cross join lateral (select count(*) as payloads from (select from matter_payloads m where m.client = ${client}
      and m.matter_reference = wanted.matter_reference and m.removed_at is null
      limit ${limits.maxCounted + 1}) found) counted`.execute(db)
  const counts = new Map(rows.map(({ matter_reference, payloads }) => [matter_reference, Number(payloads)]))
  return (matter_reference: string) => cappedTotal(counts.get(matter_reference) ?? 0)
}
