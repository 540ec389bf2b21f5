import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/**
 * How the store differs from what it said before:
 * - `missing`: it has no such object, or somebody deleted it, which hides the locked version
 * - `replaced`: other bytes have its name, which hides the locked version
 * - `unlocked`, `shortened`: the lock is gone, or ends earlier
 * - `not_kept`: the store took a lock, and does not say so when it is asked
 */
export type LockDifference = 'missing' | 'replaced' | 'unlocked' | 'shortened' | 'not_kept'

/** A lock as it was last seen. */
export interface SeenLock {
  object_key: string
  payload_reference: string
  version_id: string | null
  retained_until: Date | null
  difference: LockDifference | null
}

export interface KnownLock extends SeenLock {
  checked_at: Date | null
}

/** The locks of objects as they were last seen, by key. */
export const seenLocks = async (
  { db, client }: TenantTransaction,
  object_keys: readonly string[],
): Promise<Map<string, KnownLock>> => {
  const rows = await db
    .selectFrom('object_locks')
    .select(['object_key', 'payload_reference', 'version_id', 'retained_until', 'difference', 'checked_at'])
    .where('client', '=', client)
    .where(sql<boolean>`object_key = any(${object_keys}::text[])`)
    .execute()
  return new Map(
    rows.map(({ retained_until, checked_at, difference, ...row }) => [
      row.object_key,
      {
        ...row,
        retained_until: dateOf(retained_until),
        checked_at: dateOf(checked_at),
        difference: difference as LockDifference | null,
      },
    ]),
  )
}

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time))

/**
 * Notes differences before they are mended, and the ends of locks that are about to be asked for (`until`). The rows of the recordings must
 * be locked, and the recordings not be destroyed.
 */
export const noteAskedLocks = async (
  { db, client, now }: TenantTransaction,
  asked: readonly (Pick<SeenLock, 'object_key' | 'payload_reference' | 'difference'> & { until: Date | null })[],
): Promise<void> => {
  if (asked.length === 0) return
  await db
    .insertInto('object_locks')
    .values(asked.map(({ until, ...lock }) => ({ ...lock, client, asked_until: until, checked_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['client', 'object_key']).doUpdateSet((eb) => ({
        asked_until: eb.fn.coalesce('excluded.asked_until', 'object_locks.asked_until'),
        difference: eb.ref('excluded.difference'),
        checked_at: eb.ref('excluded.checked_at'),
      })),
    )
    .execute()
}

/** Stores what the store has said of objects. Rows of recordings that were destroyed meanwhile do not come back. */
export const storeSeenLocks = async (
  { db, client, now }: TenantTransaction,
  seen: readonly SeenLock[],
): Promise<void> => {
  if (seen.length === 0) return
  await db
    .insertInto('object_locks')
    .values(seen.map((lock) => ({ ...lock, client, checked_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['client', 'object_key']).doUpdateSet((eb) => ({
        version_id: eb.ref('excluded.version_id'),
        retained_until: eb.ref('excluded.retained_until'),
        difference: eb.ref('excluded.difference'),
        checked_at: eb.ref('excluded.checked_at'),
        asked_until: null,
      })),
    )
    .execute()
}

/** Until when the store keeps recordings, by reference; recordings that it may delete now are left out. */
export const lockedUntil = async (
  { db, client, now }: TenantTransaction,
  payload_references: readonly string[],
): Promise<Map<string, Date>> => {
  const until = sql<string | null>`max(greatest(asked_until, retained_until))`
  const rows = await db
    .selectFrom('object_locks')
    .select(['payload_reference', until.as('until')])
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .groupBy('payload_reference')
    .having(until, '>', now.toISOString())
    .execute()
  return new Map(rows.flatMap(({ payload_reference, until }) => (until ? [[payload_reference, new Date(until)]] : [])))
}

/** Forgets the locks of recordings that are destroyed. */
export const deleteLocks = async (
  { db, client }: TenantTransaction,
  payload_references: readonly string[],
): Promise<void> => {
  await db
    .deleteFrom('object_locks')
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .execute()
}

/** The objects of former seals are not looked at any more: they neither differ nor agree. */
export const settleFormerLocks = async (
  { db, client }: TenantTransaction,
  payload_references: readonly string[],
  present_keys: readonly string[],
): Promise<void> => {
  await db
    .updateTable('object_locks')
    .set({ difference: null })
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .where(sql<boolean>`object_key <> all(${present_keys}::text[])`)
    .where('difference', 'is not', null)
    .execute()
}

/** References of recordings whose objects differ, as far as a limit. */
export const differentLocks = async ({ db, client }: TenantTransaction, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('object_locks')
    .select('payload_reference')
    .where('client', '=', client)
    .where('difference', 'is not', null)
    .orderBy('object_key')
    .limit(limit)
    .execute()
  return rows.map(({ payload_reference }) => payload_reference)
}
