import type { Platform } from '../../core/platform.ts'
import type { Database, TenantTransaction } from '../../platform/database/index.ts'
import type { Objects } from '../../platform/objects/index.ts'

/**
 * Minimum time between two sweeps that find an object without a row, before it counts as abandoned. It is longer than
 * a call takes between storing an object and recording it.
 */
const abandonedAfterMs = 30 * 60_000
/** How long removed objects stay on record, so that a running call learns that its part was removed (`objectExists`). */
const forgetRemovedAfterMs = 7 * 24 * 60 * 60_000
/** Rows per statement. */
const batch = 1_000

/**
 * Records objects that have no row.
 * @returns the keys of those that were recorded long enough ago to count as abandoned
 */
export const recordObjectsWithoutRows = async (
  tx: TenantTransaction,
  objects: readonly { key: string; bytes: number }[],
): Promise<string[]> => {
  const abandonedBy = new Date(tx.now.getTime() - abandonedAfterMs).toISOString()
  const abandoned: string[] = []
  for (let start = 0; start < objects.length; start += batch) {
    const seen = { client: tx.client, first_seen_at: tx.now, last_seen_at: tx.now, removed_at: null }
    const rows = await tx.db
      .insertInto('objects_without_rows')
      .values(objects.slice(start, start + batch).map(({ key, bytes }) => ({ ...seen, object_key: key, bytes })))
      .onConflict((conflict) =>
        conflict.columns(['client', 'object_key']).doUpdateSet((eb) => ({
          last_seen_at: eb.ref('excluded.last_seen_at'),
          bytes: eb.ref('excluded.bytes'),
        })),
      )
      .returning(['object_key', 'first_seen_at'])
      .execute()
    for (const { object_key, first_seen_at } of rows) if (first_seen_at <= abandonedBy) abandoned.push(object_key)
  }
  return abandoned
}

/**
 * Removes an object that still has no row. A concurrent call that records a part of an upload waits for the lock of the object's
 * entry, and then learns that the part was removed.
 */
export const removeAbandonedObject = async (
  { database, objects }: Pick<Platform, 'database' | 'objects'>,
  client: string,
  object_key: string,
  hasRow: (tx: TenantTransaction, object_key: string) => Promise<boolean>,
): Promise<void> => {
  await database.transaction(client, async (tx) => {
    if (!(await lockEntry(tx, object_key)) || (await hasRow(tx, object_key))) return
    await objects.delete(object_key)
    await tx.db
      .updateTable('objects_without_rows')
      .set({ removed_at: tx.now })
      .where('client', '=', client)
      .where('object_key', '=', object_key)
      .execute()
  })
}

const lockEntry = (tx: TenantTransaction, object_key: string) =>
  tx.db
    .selectFrom('objects_without_rows')
    .select('object_key')
    .where('client', '=', tx.client)
    .where('object_key', '=', object_key)
    .forUpdate()
    .executeTakeFirst()

/**
 * Whether a stored object still exists, before a row refers to it. Asks the store only if a sweep has recorded the
 * object as one without a row. Until this transaction ends, no sweep can remove it.
 */
export const objectExists = async (tx: TenantTransaction, objects: Objects, object_key: string): Promise<boolean> => {
  if (!(await lockEntry(tx, object_key))) return true
  if (!(await objects.head(object_key))) return false
  await tx.db
    .deleteFrom('objects_without_rows')
    .where('client', '=', tx.client)
    .where('object_key', '=', object_key)
    .execute()
  return true
}

/** At the end of a sweep of the objects below `prefix`, deletes the entries that it did not find again: their objects have a row by now, or do not exist. */
export const deleteObjectsSeenBefore = async (
  tx: TenantTransaction,
  prefix: string,
  begun_at: string,
): Promise<void> => {
  const removedBefore = new Date(tx.now.getTime() - forgetRemovedAfterMs).toISOString()
  await tx.db
    .deleteFrom('objects_without_rows')
    .where('client', '=', tx.client)
    .where('object_key', 'like', `${prefix}%`)
    .where('last_seen_at', '<', begun_at)
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_at', '<', removedBefore)]))
    .execute()
}

/** Counts the recorded objects of all accounts that were not removed, by what lies there. */
export const countObjectsWithoutRows = (database: Pick<Database, 'readAcrossClients'>) =>
  database.readAcrossClients((db) =>
    db
      .selectFrom('objects_without_rows')
      .select(({ fn, val }) => [
        fn<string>('split_part', ['object_key', val('/'), val(1)]).as('folder'),
        fn.countAll<string>().as('objects'),
      ])
      .where('removed_at', 'is', null)
      .groupBy('folder')
      .execute(),
  )
