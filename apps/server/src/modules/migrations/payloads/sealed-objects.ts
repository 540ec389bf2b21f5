import { sql } from 'kysely'
import type { Platform } from '../../../core/platform.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { contentsOfPayloads } from '../../payloads/index.ts'

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
 * Removes objects that were sealed for batches which never committed, because the worker was killed or the batch failed.
 * @param whose `others`: objects of earlier workers, which have lost the lease; `own`: objects of this worker, once its last batch is stored
 */
export const removeAbandoned = async (
  { database, objects }: Pick<Platform, 'database' | 'objects'>,
  { client, migration_id, lease }: Worker,
  whose: 'others' | 'own',
): Promise<void> => {
  const isOwn = sql<boolean>`(migration_id = ${migration_id} and lease = ${lease})`
  for (;;) {
    const { noted, named } = await database.read(client, async (tx) => {
      const rows = await tx.db
        .selectFrom('legacy_sealed_objects')
        .select(['object_key', 'payload_reference'])
        .where('client', '=', client)
        .where(isOwn, '=', whose === 'own')
        .limit(mostAtOnce)
        .execute()
      const references = rows.map(({ payload_reference }) => payload_reference)
      const named = rows.length > 0 ? await contentsOfPayloads(tx, references) : []
      return { noted: rows.map(({ object_key }) => object_key), named }
    })
    if (noted.length === 0) return
    const kept = new Set(named.map(({ s3_path }) => s3_path))
    for (const key of noted) if (!kept.has(key)) await objects.delete(key)
    await database.transaction(client, (tx) => forgetSealed(tx, noted))
  }
}
