import { sql } from 'kysely'
import type { Platform } from '../../../core/platform.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'

/** A worker that has a run: each one that takes it increments the lease. */
export interface Worker {
  client: string
  migration_id: string
  lease: number
}

/** Notes an object before it is stored. Its batch forgets the note when it names the object, so that a note that is left means an object of no recording. */
export const noteSealed = (
  { database }: Pick<Platform, 'database'>,
  { client, migration_id, lease }: Worker,
  { payload_reference, object_key }: { payload_reference: string; object_key: string },
): Promise<unknown> =>
  database.transaction(client, (tx) =>
    tx.db
      .insertInto('legacy_sealed_objects')
      .values({ client, object_key, payload_reference, migration_id, lease })
      .execute(),
  )

/** Forgets notes of objects that recordings name now. */
export const forgetSealed = async ({ db, client }: TenantTransaction, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await db.deleteFrom('legacy_sealed_objects').where('client', '=', client).where('object_key', 'in', keys).execute()
}

const mostAtOnce = 500

/**
 * Removes objects of batches that were not stored, because a worker was killed or the batch failed: with `others`, those of earlier workers,
 * which can't store a batch any more; with `own`, those of this one, which has ended.
 */
export const removeAbandoned = async (
  { database, objects }: Pick<Platform, 'database' | 'objects'>,
  { client, migration_id, lease }: Worker,
  whose: 'others' | 'own',
): Promise<void> => {
  const isOwn = sql<boolean>`(migration_id = ${migration_id} and lease = ${lease})`
  for (;;) {
    const keys = await database.read(client, async ({ db }) => {
      const { rows } = await sql<{ object_key: string }>`
        select object_key from legacy_sealed_objects noted
        where client = ${client} and ${isOwn} = ${whose === 'own'}
          and not exists (select from payloads where client = ${client} and payload_reference = noted.payload_reference
            and s3_path = noted.object_key)
        order by object_key limit ${mostAtOnce}`.execute(db)
      return rows.map(({ object_key }) => object_key)
    })
    if (keys.length === 0) return
    for (const key of keys) await objects.delete(key)
    await database.transaction(client, (tx) => forgetSealed(tx, keys))
  }
}
