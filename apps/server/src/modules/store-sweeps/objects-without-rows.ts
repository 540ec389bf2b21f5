import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { partsPrefix, recordingsPrefix } from '../uploads/index.ts'

/**
 * Minimum time between two sweeps that find an object without a row, before it counts as abandoned. It is longer than
 * a call takes between storing an object and recording it.
 */
const abandonedAfterMs = 30 * 60_000
/** How long removed objects stay on record, so that a running call learns that its part was removed (uploads, `recordPart`). */
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
 * Removes a part that still belongs to no upload. A concurrent call that records the part waits for the row's lock,
 * and then learns that the part was removed.
 */
export const removeAbandonedPart = async (
  { database, objects }: Pick<Platform, 'database' | 'objects'>,
  client: string,
  object_key: string,
): Promise<void> => {
  await database.transaction(client, async (tx) => {
    const noted = await tx.db
      .selectFrom('objects_without_rows')
      .select('object_key')
      .where('client', '=', client)
      .where('object_key', '=', object_key)
      .forUpdate()
      .executeTakeFirst()
    if (!noted || (await isPart(tx, object_key))) return
    await objects.delete(object_key)
    await tx.db
      .updateTable('objects_without_rows')
      .set({ removed_at: tx.now })
      .where('client', '=', client)
      .where('object_key', '=', object_key)
      .execute()
  })
}

const isPart = async (tx: TenantTransaction, object_key: string): Promise<boolean> => {
  const row = await tx.db
    .selectFrom('upload_parts')
    .select('object_key')
    .where('client', '=', tx.client)
    .where('object_key', '=', object_key)
    .executeTakeFirst()
  return row !== undefined
}

/** At the end of a sweep, deletes the entries that it did not find again: their objects have a row by now, or do not exist. */
export const deleteObjectsSeenBefore = async (
  tx: TenantTransaction,
  scope: 'recordings' | 'uploads',
  begun_at: string,
): Promise<void> => {
  const prefix = scope === 'recordings' ? recordingsPrefix(tx.client) : partsPrefix(tx.client)
  const removedBefore = new Date(tx.now.getTime() - forgetRemovedAfterMs).toISOString()
  await tx.db
    .deleteFrom('objects_without_rows')
    .where('client', '=', tx.client)
    .where('object_key', 'like', `${prefix}%`)
    .where('last_seen_at', '<', begun_at)
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_at', '<', removedBefore)]))
    .execute()
}
