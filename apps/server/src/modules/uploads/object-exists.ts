import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Objects } from '../../platform/objects/index.ts'

/**
 * Whether a stored object still exists, before a row refers to it. Asks the store only if a sweep has recorded the
 * object as one without a row. Until this transaction ends, no sweep can remove it.
 */
export const objectExists = async (tx: TenantTransaction, objects: Objects, object_key: string): Promise<boolean> => {
  const noted = await tx.db
    .selectFrom('objects_without_rows')
    .select('object_key')
    .where('client', '=', tx.client)
    .where('object_key', '=', object_key)
    .forUpdate()
    .executeTakeFirst()
  if (!noted) return true
  if (!(await objects.head(object_key))) return false
  await tx.db
    .deleteFrom('objects_without_rows')
    .where('client', '=', tx.client)
    .where('object_key', '=', object_key)
    .execute()
  return true
}
