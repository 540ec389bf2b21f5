import type { MediaPart } from '@holdfast/contract'
import { sql } from 'kysely'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { deleteFromBacklog, enqueuePartJobs } from './media-backlog.ts'

/**
 * Deletes the rows of what was made of recordings, for their destruction. Nothing more is made of them.
 * @returns the keys of the objects, to be deleted once the transaction is committed. What is left of them is removed by a sweep.
 */
export const deleteParts = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
): Promise<{ payload_reference: string; s3_path: string }[]> => {
  await deleteFromBacklog(tx, payload_references)
  const rows = await tx.db
    .deleteFrom('derived_media')
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .returning(['payload_reference', 's3_path'])
    .execute()
  return rows.flatMap(({ payload_reference, s3_path }) => (s3_path === null ? [] : [{ payload_reference, s3_path }]))
}

/** Deletes a damaged part, and enqueues what makes it again. Does nothing if that was done since the part was read. */
export const remakePart = async (
  { database, objects }: Pick<Platform, 'database' | 'objects'>,
  payload: Pick<PayloadRow, 'client' | 'payload_reference' | 'media'>,
  { name, place, iv }: { name: MediaPart; place: number; iv: string },
): Promise<void> => {
  const { client, payload_reference } = payload
  const rows = await database.transaction(client, async (tx) => {
    const deleted = await tx.db
      .deleteFrom('derived_media')
      .where('client', '=', client)
      .where('payload_reference', '=', payload_reference)
      .where('part', '=', name)
      .where('place', '=', place)
      .where('iv', '=', iv)
      .returning('s3_path')
      .execute()
    if (deleted.length > 0) await enqueuePartJobs(tx, [payload])
    return deleted
  })
  for (const { s3_path } of rows) if (s3_path !== null) await objects.delete(s3_path)
}

/** The keys of the objects that were made of these recordings. */
export const derivedKeysOf = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
): Promise<string[]> => {
  if (payload_references.length === 0) return []
  const rows = await tx.db
    .selectFrom('derived_media')
    .select('s3_path')
    .where('client', '=', tx.client)
    .where('payload_reference', 'in', payload_references)
    .where('s3_path', 'is not', null)
    .execute()
  return rows.flatMap(({ s3_path }) => s3_path ?? [])
}
