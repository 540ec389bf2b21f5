import type { TagDefinition } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

export const tagColumns = [
  'client',
  'tag_key',
  'tag_values',
  'is_required',
  'default_value',
  'updated_at',
  'updated_by',
  'version',
] as const satisfies readonly (keyof TagDefinition)[]

export const selectTags = (tx: TenantTransaction) =>
  tx.db.selectFrom('tag_definitions').select(tagColumns).where('client', '=', tx.client)

/** A definition that nobody else changes until this transaction ends; undefined when there is none. */
export const holdTag = (tx: TenantTransaction, tag_key: string): Promise<TagDefinition | undefined> =>
  selectTags(tx).where('tag_key', '=', tag_key).forUpdate().executeTakeFirst()

type TagFields = Pick<TagDefinition, 'tag_key' | 'tag_values' | 'is_required' | 'default_value' | 'updated_by'>

/** Makes a definition. */
export const insertTag = (tx: TenantTransaction, tag: TagFields & { updated_by: string }): Promise<TagDefinition> =>
  tx.db
    .insertInto('tag_definitions')
    .values({ client: tx.client, ...tag, created_at: tx.now, updated_at: tx.now })
    .returning(tagColumns)
    .executeTakeFirstOrThrow()

/** Replaces a definition, and counts the edit. */
export const updateTag = (
  tx: TenantTransaction,
  { tag_key, ...fields }: TagFields & { updated_by: string },
): Promise<TagDefinition> =>
  tx.db
    .updateTable('tag_definitions')
    .set((eb) => ({ ...fields, updated_at: tx.now, version: eb('version', '+', 1) }))
    .where('client', '=', tx.client)
    .where('tag_key', '=', tag_key)
    .returning(tagColumns)
    .executeTakeFirstOrThrow()
