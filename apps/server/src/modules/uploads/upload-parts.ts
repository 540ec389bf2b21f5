import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Part } from './part-headers.ts'

/** A part that has arrived completely and is in the object store. */
export interface StoredPart extends Part {
  object_key: string
}

/** The parts of an upload, in order and without gaps. */
export const partsOf = (tx: TenantTransaction, payload_reference: string): Promise<StoredPart[]> =>
  tx.db
    .selectFrom('upload_parts')
    .select(['start_offset', 'bytes', 'sha256', 'object_key'])
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .orderBy('start_offset')
    .execute()

/** The object keys of the parts of these uploads. */
export const partKeysOf = async (tx: TenantTransaction, references: readonly string[]): Promise<string[]> => {
  const rows = await tx.db
    .selectFrom('upload_parts')
    .select('object_key')
    .where('client', '=', tx.client)
    .where('payload_reference', 'in', references)
    .execute()
  return rows.map(({ object_key }) => object_key)
}

/** Whether an upload has a part with this object key. */
export const isPart = async (tx: TenantTransaction, object_key: string): Promise<boolean> => {
  const row = await tx.db
    .selectFrom('upload_parts')
    .select('object_key')
    .where('client', '=', tx.client)
    .where('object_key', '=', object_key)
    .executeTakeFirst()
  return row !== undefined
}

/** The offset at which the upload continues. */
export const arrivedBytes = (parts: readonly StoredPart[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)

/** `next`: it continues the upload. `repeated`: it was received before. `elsewhere`: the upload continues at another offset. */
export const classifyPart = (parts: readonly StoredPart[], part: Part): 'next' | 'repeated' | 'elsewhere' => {
  if (part.start_offset === arrivedBytes(parts)) return 'next'
  const there = parts.find(({ start_offset }) => start_offset === part.start_offset)
  return there?.bytes === part.bytes && there.sha256 === part.sha256 ? 'repeated' : 'elsewhere'
}

export const insertPart = async (tx: TenantTransaction, payload_reference: string, part: StoredPart): Promise<void> => {
  const { start_offset, bytes, sha256, object_key } = part
  await tx.db
    .insertInto('upload_parts')
    .values({ client: tx.client, payload_reference, start_offset, bytes, sha256, object_key, received_at: tx.now })
    .execute()
}

/** Deletes the rows of these parts of an upload; newer parts remain. */
export const deleteParts = async (
  tx: TenantTransaction,
  payload_reference: string,
  parts: readonly StoredPart[],
): Promise<void> => {
  if (parts.length === 0) return
  await tx.db
    .deleteFrom('upload_parts')
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .where(
      'object_key',
      'in',
      parts.map(({ object_key }) => object_key),
    )
    .execute()
}

/** Deletes the rows of what has arrived of these recordings. @returns the keys of the objects, which the caller removes */
export const takeParts = async (tx: TenantTransaction, references: readonly string[]): Promise<StoredPartKey[]> =>
  tx.db
    .deleteFrom('upload_parts')
    .where('client', '=', tx.client)
    .where('payload_reference', 'in', references)
    .returning(['payload_reference', 'object_key'])
    .execute()

interface StoredPartKey {
  payload_reference: string
  object_key: string
}
